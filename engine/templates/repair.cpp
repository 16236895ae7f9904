#include "engine/templates/repair.h"

#include "engine/templates/message_content.h"
#include "engine/templates/python_text.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace moru {

namespace {

constexpr std::string_view kBetween = "\n\n";

void note(std::vector<PromptRepair>& repairs, PromptRepair repair)
{
    if (std::ranges::find(repairs, repair) == repairs.end())
        repairs.push_back(repair);
}

std::string joined(std::string_view first, std::string_view second)
{
    std::string text(stripRight(first));
    text += kBetween;
    text += stripLeft(second);
    return text;
}

void prependText(ChatMessage& message, std::string_view text)
{
    if (!message.content.empty() && message.content.front().kind == ContentPart::Kind::Text) {
        std::string& first = message.content.front().text;
        first = joined(text, first);
    } else {
        message.content.insert(message.content.begin(), { ContentPart::Kind::Text, std::string(text) });
    }
}

/// Appends the content of `later`. Texts that meet become one part, since templates trim parts one by one.
void appendContent(ChatMessage& message, const ChatMessage& later)
{
    message.contentIsList = hasListContent(message) || hasListContent(later);
    auto rest = later.content.begin();
    const bool textsMeet = !message.content.empty() && rest != later.content.end()
        && message.content.back().kind == ContentPart::Kind::Text && rest->kind == ContentPart::Kind::Text;
    if (textsMeet) {
        std::string& last = message.content.back().text;
        last = joined(last, rest->text);
        ++rest;
    }
    message.content.insert(message.content.end(), rest, later.content.end());
    if (!message.reasoning)
        message.reasoning = later.reasoning;
}

} // namespace

RepairedMessages gatherSystemText(std::span<const ChatMessage> messages)
{
    RepairedMessages result;
    std::optional<std::string> waiting; // system text that looks for a user turn
    const auto leaveWaiting = [&] {
        if (waiting)
            result.messages.push_back(ChatMessage::text("user", *waiting));
        waiting.reset();
    };
    for (const ChatMessage& message : messages) {
        if (message.role == "system") {
            const std::string text = joinedText(message);
            const bool isFirst = result.messages.empty() && !waiting;
            if (isFirst) {
                result.messages.push_back(ChatMessage::text("system", text));
            } else if (result.messages.size() == 1 && result.messages.front().role == "system" && !waiting) {
                std::string& first = result.messages.front().content.front().text;
                first = joined(first, text);
                note(result.repairs, PromptRepair::TurnsMerged);
            } else {
                waiting = waiting ? joined(*waiting, text) : text;
                note(result.repairs, PromptRepair::SystemTextMovedIntoUserTurn);
            }
            continue;
        }
        if (message.role == "user") {
            result.messages.push_back(message);
            if (waiting)
                prependText(result.messages.back(), *waiting);
            waiting.reset();
        } else {
            leaveWaiting();
            result.messages.push_back(message);
        }
    }
    leaveWaiting();
    return result;
}

RepairedMessages alternateTurns(std::span<const ChatMessage> messages)
{
    RepairedMessages gathered = gatherSystemText(messages);
    RepairedMessages result;
    result.repairs = std::move(gathered.repairs);
    std::vector<ChatMessage>& turns = gathered.messages;
    if (turns.size() > 1 && turns[0].role == "system" && turns[1].role != "user") {
        turns[0].role = "user";
        note(result.repairs, PromptRepair::SystemTextMovedIntoUserTurn);
    }
    for (ChatMessage& turn : turns) {
        if (!result.messages.empty() && result.messages.back().role == turn.role) {
            appendContent(result.messages.back(), turn);
            note(result.repairs, PromptRepair::TurnsMerged);
        } else {
            result.messages.push_back(std::move(turn));
        }
    }
    return result;
}

} // namespace moru
