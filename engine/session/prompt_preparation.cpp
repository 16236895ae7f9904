#include "engine/session/generation.h"

namespace moru {

namespace {

Result<PreparedPrompt> prepareChat(const LoadedModelImplementation& model, const ChatPrompt& chat)
{
    const ModelDescription& d = model.description();
    if (d.isBaseModel || !model.promptFormat())
        return failure(ErrorCode::BaseModel, d.folder.string(),
            "this is a base model: it continues text and was not trained to chat");
    auto rendered = model.promptFormat()->render(chat.messages, chat.options);
    if (!rendered)
        return std::unexpected(rendered.error());
    return PreparedPrompt { model.tokenizer()->encodeRendered(rendered->text, rendered->messageRanges),
        rendered->endsInsideThinking, true };
}

} // namespace

Result<PreparedPrompt> preparePrompt(const LoadedModelImplementation& model, const GenerationRequest& request)
{
    if (const auto* tokens = std::get_if<TokenPrompt>(&request.prompt))
        return PreparedPrompt { tokens->ids, false, false };
    if (!model.tokenizer())
        return failure(ErrorCode::MissingTokenizer, (model.description().folder / "tokenizer.json").string(),
            "the folder has no tokenizer, so text cannot be read; token ids can");
    if (const auto* text = std::get_if<TextPrompt>(&request.prompt))
        return PreparedPrompt { model.tokenizer()->encode(text->text, { .addSpecialTokens = true }), false,
            false };
    return prepareChat(model, std::get<ChatPrompt>(request.prompt));
}

} // namespace moru
