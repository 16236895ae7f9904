#pragma once

#include "app/cli/chat/line_editor.h"
#include "app/cli/command.h"
#include "engine/api/session.h"

#include <optional>
#include <string>
#include <vector>

namespace moru::cli {

/// A conversation in the terminal: reads messages and "/words", streams answers.
/// Ctrl+C stops the answer; while a line is edited it drops the line, and a second one leaves.
class ChatLoop {
public:
    ChatLoop(Invocation& invocation, LineEditor& editor, std::shared_ptr<const LoadedModel> model,
        InferenceSession& session);

    [[nodiscard]] ExitStatus run();

private:
    enum class Next { Continue, Leave };

    /// A line, or several when each but the last ends in a backslash.
    [[nodiscard]] LineEditor::Reading readMessage();
    [[nodiscard]] Next obey(const std::string& line);
    void answer();

    void say(std::string_view line); ///< Something that the person asked for: with --quiet too.
    void setSystem(const std::string& text);
    void setThinking(const std::string& text);
    void regenerate();
    void showStatistics();
    void save(const std::string& file);
    void startNew();
    void showHelp();
    [[nodiscard]] GenerationRequest nextRequest();
    [[nodiscard]] std::vector<ChatMessage> wholeConversation() const;

    Invocation& invocation_;
    LineEditor& editor_;
    std::shared_ptr<const LoadedModel> model_;
    InferenceSession& session_;
    std::vector<ChatMessage> messages_; ///< Without the system text.
    std::optional<std::string> system_;
    std::optional<bool> thinking_;
    std::optional<GenerationResult> last_;
    std::uint64_t answerCount_ = 0;
};

} // namespace moru::cli
