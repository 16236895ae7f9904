#include "engine/templates/jinja/marked_text.h"

#include <algorithm>
#include <utility>

namespace moru::jinja {

MarkedText::MarkedText(std::string bytes)
    : bytes_(std::move(bytes))
{
}

MarkedText MarkedText::ofMessage(std::string bytes)
{
    MarkedText text(std::move(bytes));
    text.mark(0, text.bytes_.size());
    return text;
}

void MarkedText::mark(std::size_t begin, std::size_t end)
{
    if (begin == end)
        return;
    if (!marks_.empty() && marks_.back().end == begin)
        marks_.back().end = end;
    else
        marks_.push_back({ .begin = begin, .end = end });
}

void MarkedText::append(const MarkedText& text)
{
    const std::size_t offset = bytes_.size();
    bytes_ += text.bytes_;
    for (const ByteRange& range : text.marks_)
        mark(offset + range.begin, offset + range.end);
}

void MarkedText::append(std::string_view bytes)
{
    bytes_ += bytes;
}

MarkedText MarkedText::part(std::string_view inside) const
{
    MarkedText result((std::string(inside)));
    if (inside.empty())
        return result;
    const auto begin = static_cast<std::size_t>(inside.data() - bytes_.data());
    const std::size_t end = begin + inside.size();
    for (const ByteRange& range : marks_) {
        if (range.end > begin && range.begin < end)
            result.mark(std::max(range.begin, begin) - begin, std::min(range.end, end) - begin);
    }
    return result;
}

MarkedText MarkedText::changed(std::string bytes) const
{
    return marks_.empty() ? MarkedText(std::move(bytes)) : ofMessage(std::move(bytes));
}

} // namespace moru::jinja
