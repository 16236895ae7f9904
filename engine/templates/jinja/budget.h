#pragma once

#include "engine/templates/jinja/jinja_error.h"

#include <cstddef>
#include <cstdint>

namespace moru::jinja {

/// What one rendering may spend: templates come with models from anywhere, and a hostile one must end soon
/// with an error. Real templates spend some hundred units a message.
class Budget {
public:
    static constexpr std::uint64_t kUnits
        = 10'000'000; ///< One a node visited, item made, or 16 bytes of text.
    static constexpr int kDepth = 300; ///< Nested evaluations; a stack of 1 MiB holds them.
    static constexpr std::size_t kTextBytes = std::size_t { 16 } << 20U; ///< The longest text anywhere.

    void spend(std::uint64_t units)
    {
        spent_ += units;
        if (spent_ > kUnits)
            exceed("the template takes too many steps");
    }

    /// Items of lists, rounds of loops: each allocates.
    void spendItems(std::size_t count)
    {
        if (count > kUnits)
            exceed("the template makes too many items");
        spend(10 * std::uint64_t { count });
    }

    void spendText(std::size_t bytes)
    {
        if (bytes > kTextBytes)
            exceed("the template makes a text of more than 16 MiB");
        spend(1 + bytes / 16);
    }

    /// Held during one evaluation.
    class Level {
    public:
        explicit Level(Budget& budget)
            : budget_(budget)
        {
            if (++budget_.depth_ > kDepth) {
                --budget_.depth_;
                exceed("the template nests too deeply");
            }
        }
        ~Level() { --budget_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Budget& budget_;
    };

private:
    [[noreturn]] static void exceed(const char* message)
    {
        throw JinjaError(JinjaError::Kind::Limit, message);
    }

    std::uint64_t spent_ = 0;
    int depth_ = 0;
};

} // namespace moru::jinja
