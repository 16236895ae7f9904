#include "engine/templates/chatml.h"

#include "engine/templates/chatml_content.h"
#include "engine/templates/chatml_writer.h"
#include "engine/templates/message_content.h"
#include "engine/templates/repair.h"

namespace moru {

namespace {

using Rules = ChatMlRules;

class ChatMlFormat final : public PromptFormat {
public:
    explicit ChatMlFormat(const ChatMlRules& rules)
        : rules_(rules)
    {
    }

    std::string_view name() const override { return rules_.name; }
    bool hasThinkingSwitch() const override { return rules_.thinking != Rules::Thinking::None; }
    bool hasSystemRole() const override { return true; }
    std::string_view endOfTurn() const override { return "<|im_end|>"; }
    std::string_view thinkingStart() const override { return hasThinkingSwitch() ? "<think>" : ""; }
    std::string_view thinkingEnd() const override { return hasThinkingSwitch() ? "</think>" : ""; }

    Result<RenderedPrompt> render(
        std::span<const ChatMessage> messages, const PromptOptions& options) const override
    {
        if (auto checked = checkRequest(messages, options); !checked)
            return std::unexpected(checked.error());
        RepairedMessages repaired;
        if (options.repair && rules_.otherRoles == Rules::OtherRoles::Refused) {
            repaired = gatherSystemText(messages);
            messages = repaired.messages;
        }
        auto prompt = ChatMlWriter(rules_, options, messages).write();
        if (prompt)
            prompt->repairs = std::move(repaired.repairs);
        return prompt;
    }

private:
    ChatMlRules rules_;
};

} // namespace

std::shared_ptr<const PromptFormat> chatMlFormat()
{
    return std::make_shared<ChatMlFormat>(Rules { .name = "chatml" });
}

std::shared_ptr<const PromptFormat> smolLm2Format()
{
    return std::make_shared<ChatMlFormat>(Rules { .name = "smollm2",
        .defaultSystemText = "You are a helpful AI assistant named SmolLM, trained by Hugging Face" });
}

std::shared_ptr<const PromptFormat> qwen25Format()
{
    return std::make_shared<ChatMlFormat>(Rules { .name = "qwen2.5",
        .defaultSystemText = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.",
        .otherRoles = Rules::OtherRoles::Dropped });
}

std::shared_ptr<const PromptFormat> qwen3Format()
{
    return std::make_shared<ChatMlFormat>(Rules {
        .name = "qwen3", .thinking = Rules::Thinking::ModelOpens, .otherRoles = Rules::OtherRoles::Dropped });
}

std::shared_ptr<const PromptFormat> qwen35Format()
{
    return std::make_shared<ChatMlFormat>(Rules { .name = "qwen3.5",
        .thinking = Rules::Thinking::PromptOpens,
        .otherRoles = Rules::OtherRoles::Refused,
        .trims = true });
}

} // namespace moru
