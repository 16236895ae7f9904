#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace moru {

/// Keeps the last `capacity` values; memory and time stay the same however long a chat becomes.
template <typename T> class RingBuffer {
public:
    explicit RingBuffer(std::size_t capacity)
        : m_capacity(capacity)
    {
        m_values.reserve(capacity);
    }

    void push(const T& value)
    {
        if (m_values.size() < m_capacity)
            m_values.push_back(value);
        else
            m_values[m_next] = value;
        m_next = (m_next + 1) % m_capacity;
    }

    void clear()
    {
        m_values.clear();
        m_next = 0;
    }

    [[nodiscard]] std::size_t size() const { return m_values.size(); }
    /// 0 is the oldest that is kept.
    [[nodiscard]] const T& at(std::size_t index) const
    {
        const std::size_t oldest = m_values.size() < m_capacity ? 0 : m_next;
        return m_values[(oldest + index) % m_values.size()];
    }

    [[nodiscard]] std::vector<T> toVector() const { return newest(size()); }

    /// The last `count` values or all, oldest first.
    [[nodiscard]] std::vector<T> newest(std::size_t count) const
    {
        std::vector<T> values;
        const std::size_t taken = std::min(count, size());
        values.reserve(taken);
        for (std::size_t i = size() - taken; i < size(); ++i)
            values.push_back(at(i));
        return values;
    }

private:
    std::size_t m_capacity;
    std::size_t m_next = 0;
    std::vector<T> m_values;
};

} // namespace moru
