#pragma once

#include "engine/api/prompt.h"
#include "engine/templates/folder_template.h"
#include "engine/templates/jinja/template.h"

#include <memory>
#include <string>

namespace moru {

/// Follows a model folder's own chat template through the interpreter.
class TemplateFormat final : public PromptFormat {
public:
    /// Learns from probe conversations what the template can do. The tokenizer is used during the call only.
    /// Errors: InvalidTemplate, `where` is the line and column.
    [[nodiscard]] static Result<std::shared_ptr<const TemplateFormat>> create(
        const FolderTemplate& source, const Tokenizer& tokenizer);

    std::string_view name() const override { return "template"; }
    Result<RenderedPrompt> render(
        std::span<const ChatMessage> messages, const PromptOptions& options) const override;
    bool hasThinkingSwitch() const override { return hasThinkingSwitch_; }
    bool hasSystemRole() const override { return hasSystemRole_; }
    std::string_view endOfTurn() const override { return endOfTurn_; }
    std::string_view thinkingStart() const override { return thinkingStart_; }
    std::string_view thinkingEnd() const override { return thinkingEnd_; }

private:
    TemplateFormat(const FolderTemplate& source, jinja::Template parsed);

    /// As the reference: no repair.
    [[nodiscard]] Result<RenderedPrompt> renderStrictly(
        std::span<const ChatMessage> messages, const PromptOptions& options) const;
    [[nodiscard]] Result<RenderedPrompt> renderRepaired(
        std::span<const ChatMessage> messages, const PromptOptions& options) const;

    void learnEndOfTurn(const Tokenizer& tokenizer);
    void learnThinking(const Tokenizer& tokenizer);

    jinja::Template template_;
    jinja::Dict tokens_; ///< "bos_token" and the like.
    bool hasThinkingSwitch_ = false;
    bool hasSystemRole_ = false;
    std::string endOfTurn_;
    std::string thinkingStart_;
    std::string thinkingEnd_;
};

} // namespace moru
