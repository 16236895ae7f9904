#include "app/cli/answer_stream.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr std::string_view kDim = "\033[2m";
constexpr std::string_view kPlain = "\033[0m";

} // namespace

AnswerStream::AnswerStream(Output& output, std::stop_token interrupt, bool showText)
    : output_(output)
    , showText_(showText)
    , progress_(output)
    , link_(std::move(interrupt), [this] { stop_.request_stop(); })
{
}

void AnswerStream::prefillAdvanced(const PrefillProgress& progress)
{
    // A prompt of one chunk is over before a person could read the line.
    if (progress.tokensDone > 0 && progress.tokensDone < progress.tokensTotal) {
        progress_.show("Reading the prompt", static_cast<std::uint64_t>(progress.tokensDone),
            static_cast<std::uint64_t>(progress.tokensTotal));
    }
}

void AnswerStream::tokenGenerated(const GeneratedToken& token)
{
    ++tokenCount_;
    if (!showText_) {
        progress_.show("Generating", tokenCount_, 0);
        return;
    }
    progress_.clear();
    if (token.isThinking) {
        showThinking(token.text);
    } else {
        if (isThinking_)
            endThinking();
        showAnswer(token.text);
    }
    if (output_.isBroken())
        stop_.request_stop();
}

void AnswerStream::showThinking(std::string_view text)
{
    if (!isThinking_) {
        isThinking_ = true;
        thinkingSince_ = Clock::now();
        output_.aside(
            output_.notesHaveColour() ? fmt::format("{}Thinking …{}\n", kDim, kPlain) : "Thinking …\n");
    }
    if (text.empty())
        return;
    const std::string shown = terminalText(text);
    output_.aside(output_.notesHaveColour() ? fmt::format("{}{}{}", kDim, shown, kPlain) : shown);
}

void AnswerStream::endThinking()
{
    isThinking_ = false;
    const double seconds = std::chrono::duration<double>(Clock::now() - thinkingSince_).count();
    const std::string line = fmt::format("Thought for {:.1f} s", seconds);
    output_.aside(
        output_.notesHaveColour() ? fmt::format("\n{}{}{}\n\n", kDim, line, kPlain) : "\n" + line + "\n\n");
}

void AnswerStream::showAnswer(std::string_view text)
{
    if (text.empty())
        return;
    output_.text(text);
    anythingShown_ = true;
    lineIsOpen_ = text.back() != '\n';
}

void AnswerStream::finish()
{
    progress_.clear();
    if (!showText_)
        return;
    if (isThinking_)
        endThinking();
    if (anythingShown_ && lineIsOpen_)
        output_.text("\n");
}

} // namespace moru::cli
