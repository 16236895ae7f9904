#include "app/session/prompt_builder.h"

namespace moru {

namespace {

ChatMessage turnOf(const MessageRecord& message)
{
    const bool isUser = message.role == MessageRole::User;
    ChatMessage turn = ChatMessage::text(isUser ? "user" : "assistant", message.text.toStdString());
    if (!isUser && !message.thinking.isEmpty())
        turn.reasoning = message.thinking.toStdString();
    return turn;
}

TextPrompt completionPrompt(const PromptMaterial& material)
{
    QString text;
    for (const MessageRecord& message : material.path) {
        const bool isNewAnswer = &message == &material.path.back() && !material.continuesAnswer;
        if (!isNewAnswer)
            text += message.text;
    }
    return { text.toStdString() };
}

ChatPrompt chatPrompt(const PromptMaterial& material, const LoadedModelInfo& model)
{
    ChatPrompt prompt;
    if (!material.systemPrompt.trimmed().isEmpty())
        prompt.messages.push_back(ChatMessage::text("system", material.systemPrompt.toStdString()));
    for (std::size_t i = 0; i + 1 < material.path.size(); ++i) {
        const MessageRecord& message = material.path[i];
        // An answer that failed or was stopped before its first word says nothing.
        if (message.role == MessageRole::User || !message.text.isEmpty())
            prompt.messages.push_back(turnOf(message));
    }
    // One that was cut in its thinking goes on thinking; the format leaves the block open.
    const bool continues = material.continuesAnswer && !material.path.empty()
        && !(material.path.back().text.isEmpty() && material.path.back().thinking.isEmpty());
    if (continues)
        prompt.messages.push_back(turnOf(material.path.back()));
    prompt.options.continueFinalMessage = continues;
    prompt.options.addGenerationPrompt = !continues;
    if (model.description.hasThinkingSwitch)
        prompt.options.enableThinking = material.wantsThinking;
    return prompt;
}

} // namespace

PromptRequest buildPrompt(const PromptMaterial& material, const LoadedModelInfo& model)
{
    if (!model.canChat())
        return completionPrompt(material);
    return chatPrompt(material, model);
}

} // namespace moru
