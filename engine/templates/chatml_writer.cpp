#include "engine/templates/chatml_writer.h"

#include "engine/templates/message_content.h"
#include "engine/templates/python_text.h"

#include <algorithm>

namespace moru {

namespace {

using Rules = ChatMlRules;

constexpr std::string_view kTurnEnd = "<|im_end|>\n";

} // namespace

ChatMlWriter::ChatMlWriter(
    const ChatMlRules& rules, const PromptOptions& options, std::span<const ChatMessage> messages)
    : rules_(rules)
    , options_(options)
    , messages_(messages)
{
}

Result<RenderedPrompt> ChatMlWriter::write()
{
    if (messages_.empty() && rules_.otherRoles == Rules::OtherRoles::Refused)
        return failure(ErrorCode::TemplateRejected, "", "No messages provided.");
    if (messages_.empty() && (rules_.otherRoles == Rules::OtherRoles::Dropped || options_.repair))
        return failure(ErrorCode::TemplateRejected, "", "there are no messages");
    if (auto read = readContents(); !read)
        return std::unexpected(read.error());
    if (auto found = findLastQuery(); !found)
        return std::unexpected(found.error());
    if (!rules_.defaultSystemText.empty() && !messages_.empty() && messages_.front().role != "system") {
        writer_.markup("<|im_start|>system\n");
        writer_.markup(rules_.defaultSystemText);
        writer_.markup(kTurnEnd);
    }
    for (std::size_t i = 0; i < messages_.size(); ++i) {
        if (auto written = writeMessage(i); !written)
            return std::unexpected(written.error());
    }
    if (options_.continueFinalMessage) {
        if (!isOpen_ || (!options_.repair && !showsFinalText()))
            return cannotContinue();
    } else if (options_.addGenerationPrompt) {
        writeAnswerStart();
    }
    return writer_.take();
}

Result<void> ChatMlWriter::readContents()
{
    for (const ChatMessage& message : messages_) {
        auto content = chatMlContent(message, rules_, options_);
        if (!content)
            return std::unexpected(content.error());
        contents_.push_back(std::move(*content));
    }
    return {};
}

Result<void> ChatMlWriter::findLastQuery()
{
    if (rules_.thinking == Rules::Thinking::None)
        return {};
    for (std::size_t i = messages_.size(); i-- > 0;) {
        if (hasRole(i, "user") && !toolResponseIn(flattened(contents_[i]))) {
            lastQuery_ = i;
            return {};
        }
    }
    if (rules_.otherRoles == Rules::OtherRoles::Refused)
        return failure(ErrorCode::TemplateRejected, "", "No user query found in messages.");
    lastQuery_ = messages_.size() - 1;
    return {};
}

Result<void> ChatMlWriter::writeMessage(std::size_t index)
{
    const bool writesAny = rules_.otherRoles == Rules::OtherRoles::Written;
    const bool refuses = rules_.otherRoles == Rules::OtherRoles::Refused;
    if (hasRole(index, "system") && refuses && index > 0)
        return failure(ErrorCode::TemplateRejected, "", "System message must be at the beginning.");
    if (hasRole(index, "system") || hasRole(index, "user"))
        writeTurn(index);
    else if (hasRole(index, "assistant") && rules_.thinking != Rules::Thinking::None)
        writeAssistant(index);
    else if (hasRole(index, "assistant") || writesAny)
        writeTurn(index);
    else if (hasRole(index, "tool"))
        writeToolResult(index);
    else if (refuses)
        return failure(ErrorCode::TemplateRejected, "", "Unexpected message role.");
    return {};
}

void ChatMlWriter::writeTurn(std::size_t index)
{
    const std::string& role = messages_[index].role;
    writer_.markup("<|im_start|>");
    if (role == "system" || role == "user" || role == "assistant")
        writer_.markup(role);
    else
        writer_.message(role);
    writer_.markup("\n");
    writeContent(index);
    closeTurn(index, kTurnEnd);
}

void ChatMlWriter::writeAssistant(std::size_t index)
{
    const auto [thinking, answer] = splitThinking(messages_[index], flattened(contents_[index]), rules_);
    writer_.markup("<|im_start|>assistant\n");
    // An interrupted answer that had not left its thinking goes on thinking.
    if (staysOpen(index) && options_.repair && answer.empty() && !thinking.empty()) {
        writer_.markup("<think>\n");
        writer_.message(stripAny(thinking, "\n"));
        writer_.endsInsideThinking();
        isOpen_ = true;
        return;
    }
    const bool isLast = index + 1 == messages_.size();
    const bool showsBlock = rules_.trims || isLast || !thinking.empty();
    if (index > lastQuery_ && showsBlock) {
        writer_.markup("<think>\n");
        writer_.message(stripAny(thinking, "\n"));
        writer_.markup("\n</think>\n\n");
        writer_.message(rules_.trims ? std::string_view(answer) : stripAnyLeft(answer, "\n"));
    } else {
        writer_.message(answer);
    }
    closeTurn(index, kTurnEnd);
}

void ChatMlWriter::writeToolResult(std::size_t index)
{
    // Results of several tools share one user turn. Qwen3.5's template opens it only after another message.
    const bool isFirst = index == 0;
    const bool opensAtStart = rules_.otherRoles != Rules::OtherRoles::Refused;
    if (isFirst ? opensAtStart : !hasRole(index - 1, "tool"))
        writer_.markup("<|im_start|>user");
    writer_.markup("\n<tool_response>\n");
    writeContent(index);
    const bool isLast = index + 1 == messages_.size();
    const bool endsTurn = isLast || !hasRole(index + 1, "tool");
    closeTurn(index, endsTurn ? "\n</tool_response><|im_end|>\n" : "\n</tool_response>");
}

void ChatMlWriter::writeContent(std::size_t index)
{
    for (const ContentFragment& fragment : contents_[index]) {
        if (fragment.isMarkup)
            writer_.markup(fragment.text);
        else
            writer_.message(fragment.text);
    }
}

void ChatMlWriter::writeAnswerStart()
{
    writer_.markup("<|im_start|>assistant\n");
    const bool isOff = options_.enableThinking == false;
    if (rules_.thinking != Rules::Thinking::None && isOff) {
        writer_.markup("<think>\n\n</think>\n\n");
    } else if (rules_.thinking == Rules::Thinking::PromptOpens) {
        writer_.markup("<think>\n");
        writer_.endsInsideThinking();
    }
}

void ChatMlWriter::closeTurn(std::size_t index, std::string_view markup)
{
    if (!staysOpen(index)) {
        writer_.markup(markup);
        return;
    }
    if (rules_.trims)
        writer_.trimEnd();
    isOpen_ = true;
}

bool ChatMlWriter::showsFinalText() const
{
    const std::string text = joinedText(messages_.back());
    return writer_.text().find(strip(text)) != std::string_view::npos;
}

bool ChatMlWriter::staysOpen(std::size_t index) const
{
    return options_.continueFinalMessage && index + 1 == messages_.size();
}

bool ChatMlWriter::hasRole(std::size_t index, std::string_view role) const
{
    return messages_[index].role == role;
}

} // namespace moru
