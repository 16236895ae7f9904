#include "engine/templates/prompt_writer.h"

#include "engine/templates/python_text.h"

#include <algorithm>
#include <utility>

namespace moru {

void PromptWriter::markup(std::string_view text)
{
    prompt_.text += text;
}

void PromptWriter::message(std::string_view text)
{
    if (text.empty())
        return;
    const std::size_t begin = prompt_.text.size();
    prompt_.text += text;
    std::vector<ByteRange>& ranges = prompt_.messageRanges;
    if (!ranges.empty() && ranges.back().end == begin)
        ranges.back().end = prompt_.text.size();
    else
        ranges.push_back({ .begin = begin, .end = prompt_.text.size() });
}

void PromptWriter::trimEnd()
{
    prompt_.text.resize(stripRight(prompt_.text).size());
    std::vector<ByteRange>& ranges = prompt_.messageRanges;
    while (!ranges.empty() && ranges.back().end > prompt_.text.size()) {
        ranges.back().end = prompt_.text.size();
        if (ranges.back().begin < ranges.back().end)
            break;
        ranges.pop_back();
    }
}

void PromptWriter::repaired(PromptRepair repair)
{
    if (std::ranges::find(prompt_.repairs, repair) == prompt_.repairs.end())
        prompt_.repairs.push_back(repair);
}

void PromptWriter::endsInsideThinking()
{
    prompt_.endsInsideThinking = true;
}

RenderedPrompt PromptWriter::take()
{
    return std::exchange(prompt_, {});
}

} // namespace moru
