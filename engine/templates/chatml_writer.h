#pragma once

#include "engine/api/prompt.h"
#include "engine/templates/chatml_content.h"
#include "engine/templates/chatml_rules.h"
#include "engine/templates/prompt_writer.h"

#include <span>

namespace moru {

/// Writes one conversation by one set of rules; made for a single call.
class ChatMlWriter {
public:
    ChatMlWriter(
        const ChatMlRules& rules, const PromptOptions& options, std::span<const ChatMessage> messages);

    /// Errors: TemplateRejected, in the template's own words where it has some.
    [[nodiscard]] Result<RenderedPrompt> write();

private:
    using Fragments = std::vector<ContentFragment>;

    Result<void> readContents();
    Result<void> findLastQuery();
    Result<void> writeMessage(std::size_t index);
    void writeTurn(std::size_t index);
    void writeAssistant(std::size_t index);
    void writeToolResult(std::size_t index);
    void writeContent(std::size_t index);
    void writeAnswerStart();

    /// Ends a turn, unless it is the one to be continued: then the prompt is complete.
    void closeTurn(std::size_t index, std::string_view markup);
    /// The reference refuses to continue a message that the template took apart.
    [[nodiscard]] bool showsFinalText() const;
    [[nodiscard]] bool staysOpen(std::size_t index) const;
    [[nodiscard]] bool hasRole(std::size_t index, std::string_view role) const;

    const ChatMlRules& rules_;
    const PromptOptions& options_;
    std::span<const ChatMessage> messages_;
    std::vector<Fragments> contents_; ///< By message.
    std::size_t lastQuery_
        = 0; ///< Index of the last user message that is a question; thinking after it is kept.
    PromptWriter writer_;
    bool isOpen_ = false; ///< The final message was written and left open.
};

} // namespace moru
