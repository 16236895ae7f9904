#include "app/worker/local_prompt_reader.h"

#include "app/worker/prompt_tokens.h"

#include <algorithm>

namespace moru {

namespace {

struct Ids {
    std::vector<TokenId> ids;
    PromptChanges changes;
};

std::vector<ChatMessage> withoutOldest(const std::vector<ChatMessage>& messages, int dropped)
{
    std::vector<ChatMessage> kept = messages;
    const auto first = kept.begin() + (!kept.empty() && kept.front().role == "system" ? 1 : 0);
    kept.erase(first, first + std::min<std::ptrdiff_t>(dropped, kept.end() - first));
    return kept;
}

/// Thinking of earlier turns travels with the messages; whether the template writes it is seen in the text.
int thinkingLeftOut(const std::vector<ChatMessage>& messages, const std::string& text)
{
    return static_cast<int>(std::ranges::count_if(messages, [&](const ChatMessage& message) {
        if (!message.reasoning)
            return false;
        const auto begin = message.reasoning->find_first_not_of(" \t\r\n");
        if (begin == std::string::npos)
            return false;
        const auto end = message.reasoning->find_last_not_of(" \t\r\n");
        return text.find(message.reasoning->substr(begin, end + 1 - begin)) == std::string::npos;
    }));
}

Result<Ids> idsOfChat(const LoadedModel& model, const ChatPrompt& chat, int dropped)
{
    if (!model.promptFormat())
        return failure(ErrorCode::BaseModel, model.description().folder.string(), "it has no chat format");
    const std::vector<ChatMessage> messages = withoutOldest(chat.messages, dropped);
    const auto rendered = model.promptFormat()->render(messages, chat.options);
    if (!rendered)
        return std::unexpected(rendered.error());
    Ids result;
    result.ids = model.tokenizer()->encodeRendered(rendered->text, rendered->messageRanges);
    const auto& repairs = rendered->repairs;
    result.changes.movedSystemText
        = std::ranges::count(repairs, PromptRepair::SystemTextMovedIntoUserTurn) > 0;
    result.changes.mergedTurns = std::ranges::count(repairs, PromptRepair::TurnsMerged) > 0;
    result.changes.thinkingLeftOut = thinkingLeftOut(messages, rendered->text);
    result.changes.droppedMessages = dropped;
    return result;
}

Result<Ids> idsOf(const LoadedModel* model, const PromptRequest& prompt, int dropped)
{
    if (!model)
        return failure(ErrorCode::InvalidRequest, "", "no model is loaded");
    if (const auto* tokens = std::get_if<TokenPrompt>(&prompt))
        return Ids { tokens->ids, {} };
    if (!model->tokenizer())
        return failure(
            ErrorCode::MissingTokenizer, model->description().folder.string(), "the folder has no tokenizer");
    if (const auto* text = std::get_if<TextPrompt>(&prompt))
        return Ids { model->tokenizer()->encode(text->text, { .addSpecialTokens = true }), {} };
    return idsOfChat(*model, std::get<ChatPrompt>(prompt), dropped);
}

} // namespace

void LocalPromptReader::setModel(std::shared_ptr<const LoadedModel> model)
{
    const std::lock_guard lock(m_mutex);
    m_model = std::move(model);
}

Result<PromptReader::Count> LocalPromptReader::count(const PromptRequest& prompt) const
{
    const std::lock_guard lock(m_mutex);
    const Result<Ids> ids = idsOf(m_model.get(), prompt, 0);
    if (!ids)
        return std::unexpected(ids.error());
    return Count { static_cast<int>(ids->ids.size()), m_model->options().contextLength };
}

Result<PromptText> LocalPromptReader::read(const PromptRequest& prompt, int droppedMessages) const
{
    const std::lock_guard lock(m_mutex);
    const Result<Ids> ids = idsOf(m_model.get(), prompt, droppedMessages);
    if (!ids)
        return std::unexpected(ids.error());
    if (!m_model->tokenizer()) // ids were given as ids
        return failure(ErrorCode::MissingTokenizer, m_model->description().folder.string(),
            "the folder has no tokenizer");
    return PromptText { promptTokens(*m_model->tokenizer(), ids->ids), ids->changes };
}

} // namespace moru
