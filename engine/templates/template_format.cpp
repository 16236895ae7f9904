#include "engine/templates/template_format.h"

#include "engine/templates/message_content.h"
#include "engine/templates/python_text.h"
#include "engine/templates/repair.h"
#include "engine/templates/template_variables.h"

#include <algorithm>
#include <array>

namespace moru {

namespace {

/// Stands at the end of a message that is to be continued, so that its place in the prompt can be found. Its
/// last blank tells whether the template trims.
constexpr std::string_view kContinueMark = "CONTINUE_FINAL_MESSAGE_TAG ";

constexpr std::string_view kThinkingStart = "<think>";
constexpr std::string_view kThinkingEnd = "</think>";

bool isInMessage(const RenderedPrompt& prompt, std::size_t at)
{
    return std::ranges::any_of(
        prompt.messageRanges, [at](const ByteRange& range) { return range.begin <= at && at < range.end; });
}

/// One past where the template itself last wrote `text`; 0 where it did not.
std::size_t endOfLast(const RenderedPrompt& prompt, std::string_view text)
{
    std::size_t at = prompt.text.rfind(text);
    while (at != std::string::npos && isInMessage(prompt, at))
        at = at == 0 ? std::string::npos : prompt.text.rfind(text, at - 1);
    return at == std::string::npos ? 0 : at + text.size();
}

void cutAt(RenderedPrompt& prompt, std::size_t size)
{
    prompt.text.resize(size);
    std::erase_if(prompt.messageRanges, [size](const ByteRange& range) { return range.begin >= size; });
    if (!prompt.messageRanges.empty())
        prompt.messageRanges.back().end = std::min(prompt.messageRanges.back().end, size);
}

/// Ends the prompt where the marked message ends. False when the template does not show it as it is.
bool leaveOpen(RenderedPrompt& prompt, const ChatMessage& last)
{
    const std::string_view mark = stripRight(kContinueMark);
    const std::size_t at = prompt.text.rfind(mark);
    const std::string shown = joinedText(last);
    if (at == std::string::npos || prompt.text.find(strip(shown)) == std::string::npos)
        return false;
    const bool keepsBlanks = std::string_view(prompt.text).substr(at).starts_with(kContinueMark);
    cutAt(prompt, at);
    if (!keepsBlanks)
        cutAt(prompt, stripRight(prompt.text).size());
    return true;
}

/// Lists that hold texts alone become one text: few templates read lists.
std::vector<ChatMessage> withPlainTexts(std::span<const ChatMessage> messages)
{
    std::vector<ChatMessage> result(messages.begin(), messages.end());
    for (ChatMessage& message : result) {
        if (hasListContent(message)
            && std::ranges::count(message.content, ContentPart::Kind::Image, &ContentPart::kind) == 0) {
            message.content = { { ContentPart::Kind::Text, joinedText(message) } };
            message.contentIsList = false;
        }
    }
    return result;
}

/// Turns that alternate, the system text in front of the first user turn: what every template can show.
RepairedMessages withoutSystemRole(std::span<const ChatMessage> messages)
{
    RepairedMessages result = alternateTurns(messages);
    if (result.messages.size() < 2 || result.messages.front().role != "system")
        return result;
    result.messages.front().role = "user";
    RepairedMessages merged = alternateTurns(result.messages);
    result.messages = std::move(merged.messages);
    if (std::ranges::find(result.repairs, PromptRepair::SystemTextMovedIntoUserTurn) == result.repairs.end())
        result.repairs.insert(result.repairs.begin(), PromptRepair::SystemTextMovedIntoUserTurn);
    return result;
}

/// Some templates have no system role and say nothing: they leave the text out.
bool showsSystemText(const RenderedPrompt& prompt, std::span<const ChatMessage> messages)
{
    return std::ranges::all_of(messages, [&](const ChatMessage& message) {
        const std::string text = joinedText(message);
        return message.role != "system" || prompt.text.find(strip(text)) != std::string::npos;
    });
}

PromptOptions strictOptions()
{
    PromptOptions options;
    options.repair = false;
    return options;
}

} // namespace

TemplateFormat::TemplateFormat(const FolderTemplate& source, jinja::Template parsed)
    : template_(std::move(parsed))
{
    if (!source.bosToken.empty())
        tokens_.set("bos_token", jinja::Value::text(source.bosToken));
    if (!source.eosToken.empty())
        tokens_.set("eos_token", jinja::Value::text(source.eosToken));
}

Result<std::shared_ptr<const TemplateFormat>> TemplateFormat::create(
    const FolderTemplate& source, const Tokenizer& tokenizer)
{
    auto parsed = jinja::Template::parse(source.source.value_or(""));
    if (!parsed)
        return std::unexpected(parsed.error());
    std::shared_ptr<TemplateFormat> format(new TemplateFormat(source, std::move(*parsed)));
    const std::array conversation { ChatMessage::text("system", "Stay calm."),
        ChatMessage::text("user", "Hi") };
    const auto withSystem = format->renderStrictly(conversation, strictOptions());
    format->hasSystemRole_ = withSystem && showsSystemText(*withSystem, conversation);
    format->learnEndOfTurn(tokenizer);
    format->learnThinking(tokenizer);
    return format;
}

/// The control token that follows an answer in the history.
void TemplateFormat::learnEndOfTurn(const Tokenizer& tokenizer)
{
    constexpr std::string_view kAnswer = "probe answer 7319";
    constexpr std::size_t kLongestToken = 64;
    const std::array conversation { ChatMessage::text("user", "Hi"),
        ChatMessage::text("assistant", std::string(kAnswer)), ChatMessage::text("user", "More") };
    const auto prompt = renderStrictly(conversation, strictOptions());
    if (!prompt)
        return;
    const std::size_t at = prompt->text.rfind(kAnswer);
    if (at == std::string::npos)
        return;
    const std::string_view tail = stripLeft(std::string_view(prompt->text).substr(at + kAnswer.size()));
    for (std::size_t length = std::min(kLongestToken, tail.size()); length > 0; --length) {
        const auto id = tokenizer.tokenId(tail.substr(0, length));
        if (id && tokenizer.isControl(*id)) {
            endOfTurn_ = tail.substr(0, length);
            return;
        }
    }
}

void TemplateFormat::learnThinking(const Tokenizer& tokenizer)
{
    if (!tokenizer.tokenId(kThinkingStart) || !tokenizer.tokenId(kThinkingEnd))
        return;
    thinkingStart_ = kThinkingStart;
    thinkingEnd_ = kThinkingEnd;
    const std::array conversation { ChatMessage::text("user", "Hi") };
    PromptOptions options = strictOptions();
    options.enableThinking = true;
    const auto on = renderStrictly(conversation, options);
    options.enableThinking = false;
    const auto off = renderStrictly(conversation, options);
    hasThinkingSwitch_ = on && off && on->text != off->text;
}

Result<RenderedPrompt> TemplateFormat::render(
    std::span<const ChatMessage> messages, const PromptOptions& options) const
{
    if (auto checked = checkRequest(messages, options); !checked)
        return std::unexpected(checked.error());
    return options.repair ? renderRepaired(messages, options) : renderStrictly(messages, options);
}

Result<RenderedPrompt> TemplateFormat::renderStrictly(
    std::span<const ChatMessage> messages, const PromptOptions& options) const
{
    const bool staysOpen = options.continueFinalMessage && !messages.empty();
    jinja::Dict variables
        = templateVariables(messages, options, staysOpen ? kContinueMark : std::string_view());
    for (const auto& [name, value] : tokens_.entries())
        variables.set(name, value);
    const auto rendered = template_.render(variables);
    if (!rendered)
        return std::unexpected(rendered.error());
    RenderedPrompt prompt;
    prompt.text = rendered->bytes();
    prompt.messageRanges.assign(rendered->marks().begin(), rendered->marks().end());
    if (staysOpen && !leaveOpen(prompt, messages.back()))
        return cannotContinue();
    const bool answers = options.addGenerationPrompt || staysOpen;
    prompt.endsInsideThinking = answers && !thinkingStart_.empty()
        && endOfLast(prompt, kThinkingStart) > endOfLast(prompt, kThinkingEnd);
    return prompt;
}

Result<RenderedPrompt> TemplateFormat::renderRepaired(
    std::span<const ChatMessage> messages, const PromptOptions& options) const
{
    const std::vector<ChatMessage> plain = withPlainTexts(messages);
    auto asGiven = renderStrictly(plain, options);
    if (asGiven && showsSystemText(*asGiven, plain))
        return asGiven;
    if (!asGiven && asGiven.error().code != ErrorCode::TemplateRejected)
        return asGiven;
    // From the smallest change to the largest; the first that the template accepts.
    for (const auto& repair : { gatherSystemText, alternateTurns, withoutSystemRole }) {
        RepairedMessages repaired = repair(plain);
        auto prompt = renderStrictly(repaired.messages, options);
        if (prompt && showsSystemText(*prompt, repaired.messages)) {
            prompt->repairs = std::move(repaired.repairs);
            return prompt;
        }
    }
    return asGiven;
}

} // namespace moru
