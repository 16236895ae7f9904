#include "engine/session/generation.h"

namespace moru {

namespace {

/// Tokens that must be left for an answer before a conversation counts as fitting.
constexpr int kLeastAnswerTokens = 1;

Result<PreparedPrompt> renderChat(const LoadedModelImplementation& model,
    std::span<const ChatMessage> messages, const PromptOptions& options)
{
    auto rendered = model.promptFormat()->render(messages, options);
    if (!rendered)
        return std::unexpected(rendered.error());
    return PreparedPrompt { .ids = model.tokenizer()->encodeRendered(rendered->text, rendered->messageRanges),
        .endsInsideThinking = rendered->endsInsideThinking,
        .isChat = true };
}

/// Where the conversation may begin when old turns are left out: at user turns, after a quarter of the
/// context or more has gone each time, and at the last. Depends on the oldest messages only, so it does not
/// move as the conversation grows.
std::vector<std::size_t> dropPoints(
    const LoadedModelImplementation& model, std::span<const ChatMessage> messages, std::size_t first)
{
    std::vector<std::size_t> points;
    const auto step = std::size_t(model.options().contextLength) / 4;
    std::size_t dropped = 0;
    std::size_t lastUser = messages.size();
    while (lastUser > first && messages[lastUser - 1].role != "user")
        --lastUser; // one behind it
    for (std::size_t i = first; i + 1 < messages.size(); ++i) {
        for (const ContentPart& part : messages[i].content)
            dropped += model.tokenizer()->encode(part.text, {}).size();
        if (messages[i + 1].role == "user" && (dropped >= step || i + 2 == lastUser)) {
            points.push_back(i + 1);
            dropped = 0;
        }
    }
    return points;
}

Result<PreparedPrompt> prepareChat(const LoadedModelImplementation& model, const ChatPrompt& chat)
{
    const ModelDescription& d = model.description();
    if (d.isBaseModel || !model.promptFormat())
        return failure(ErrorCode::BaseModel, d.folder.string(),
            "this is a base model: it continues text and was not trained to chat");
    const int most = model.options().contextLength - kLeastAnswerTokens;
    auto prompt = renderChat(model, chat.messages, chat.options);
    if (!prompt || int(prompt->ids.size()) <= most)
        return prompt;
    const auto needed = prompt->ids.size();
    if (chat.overflow == OverflowPolicy::DropOldestTurns) {
        const std::size_t first = !chat.messages.empty() && chat.messages[0].role == "system" ? 1 : 0;
        for (const std::size_t point : dropPoints(model, chat.messages, first)) {
            std::vector<ChatMessage> kept(
                chat.messages.begin(), chat.messages.begin() + std::ptrdiff_t(first));
            kept.insert(kept.end(), chat.messages.begin() + std::ptrdiff_t(point), chat.messages.end());
            prompt = renderChat(model, kept, chat.options);
            if (!prompt)
                return prompt;
            prompt->droppedMessages = int(point - first);
            if (int(prompt->ids.size()) <= most)
                return prompt;
        }
    }
    return failure(ErrorCode::ContextFull, "prompt",
        "the conversation has {} tokens, {} fit into the context", needed, most);
}

} // namespace

Result<PreparedPrompt> preparePrompt(const LoadedModelImplementation& model, const GenerationRequest& request)
{
    if (const auto* tokens = std::get_if<TokenPrompt>(&request.prompt))
        return PreparedPrompt { .ids = tokens->ids };
    if (!model.tokenizer())
        return failure(ErrorCode::MissingTokenizer, (model.description().folder / "tokenizer.json").string(),
            "the folder has no tokenizer, so text cannot be read; token ids can");
    if (const auto* text = std::get_if<TextPrompt>(&request.prompt))
        return PreparedPrompt { model.tokenizer()->encode(text->text, { .addSpecialTokens = true }), false,
            false };
    return prepareChat(model, std::get<ChatPrompt>(request.prompt));
}

} // namespace moru
