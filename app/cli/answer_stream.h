#pragma once

#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "engine/api/generation.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace moru::cli {

/// Shows an answer while it is made: the answer on standard output, thinking and progress on standard error.
/// Asks to stop when Ctrl+C is pressed or when nobody reads the answer any more.
class AnswerStream final : public GenerationObserver {
public:
    /// `showText` false: progress only, for a result that is printed as JSON at the end.
    AnswerStream(Output& output, std::stop_token interrupt, bool showText);

    [[nodiscard]] std::stop_token stopToken() const { return stop_.get_token(); }
    /// Ends the line of an answer that did not end it itself, where people read it.
    void finish();

    void prefillAdvanced(const PrefillProgress& progress) override;
    void tokenGenerated(const GeneratedToken& token) override;

private:
    using Clock = std::chrono::steady_clock;

    void showThinking(std::string_view text);
    void endThinking();
    void showAnswer(std::string_view text);

    Output& output_;
    bool showText_;
    Progress progress_;
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> link_;
    bool isThinking_ = false;
    Clock::time_point thinkingSince_ {};
    bool anythingShown_ = false;
    bool lineIsOpen_ = false;
    std::uint64_t tokenCount_ = 0;
};

} // namespace moru::cli
