#pragma once

#include "engine/api/error.h"
#include "engine/api/tokenizer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// One piece of a message. An image stands for itself; its pixels travel beside the prompt.
struct ContentPart {
    enum class Kind { Text, Image };
    Kind kind = Kind::Text;
    std::string text;
};

/// One turn of a conversation.
struct ChatMessage {
    std::string role; ///< "system", "user" or "assistant"; anything else is refused by the formats.
    std::vector<ContentPart> content;
    /// Content came as a list of parts; some templates treat it differently from one plain text.
    bool contentIsList = false;
    std::optional<std::string>
        reasoning; ///< Thinking that came before this (assistant) message, if kept apart.

    [[nodiscard]] static ChatMessage text(std::string role, std::string content);
};

struct PromptOptions {
    bool addGenerationPrompt = true; ///< Ends the prompt where the model's answer begins.
    bool continueFinalMessage = false; ///< Leaves the last (assistant) message open, to be continued.
    std::optional<bool> enableThinking; ///< Unset: the template's own default.
    std::optional<std::string>
        date; ///< "26 Jul 2024"; unset: today, in English. Only Llama 3's format uses it.
    /// Moves system text into the first user turn where the format has no such role, and merges turns of one
    /// role. Off: an error where the model's own template raises one.
    bool repair = true;
};

/// What was changed so that the messages fit the format; shown in the prompt view.
enum class PromptRepair { SystemTextMovedIntoUserTurn, TurnsMerged };

struct RenderedPrompt {
    std::string text;
    /// Bytes of `text` that came from messages: control tokens written there are ordinary text.
    std::vector<ByteRange> messageRanges;
    std::vector<PromptRepair> repairs;
    bool endsInsideThinking = false; ///< The prompt itself opened the thinking block.
};

/// How one family writes a conversation as text.
class PromptFormat {
public:
    virtual ~PromptFormat() = default;

    [[nodiscard]] virtual std::string_view name() const = 0; ///< "gemma3", "chatml", "llama3" …
    /// Errors: TemplateRejected where the model's template raises (strict) or no repair helps.
    [[nodiscard]] virtual Result<RenderedPrompt> render(
        std::span<const ChatMessage> messages, const PromptOptions& options) const
        = 0;
    [[nodiscard]] virtual bool hasThinkingSwitch() const = 0;
    [[nodiscard]] virtual bool hasSystemRole() const = 0;
    /// Spelling of the token that closes a turn, for instance "<|im_end|>"; generation stops there.
    [[nodiscard]] virtual std::string_view endOfTurn() const = 0;
    /// Spellings of the thinking markers; empty where the family has none.
    [[nodiscard]] virtual std::string_view thinkingStart() const = 0;
    [[nodiscard]] virtual std::string_view thinkingEnd() const = 0;
};

/// How the format in use relates to the folder's own chat template.
enum class PromptFormatNotice {
    None, ///< Both render the same, or the folder has no template.
    FollowsTemplate, ///< The template differs from all built-in formats and is followed as it is.
    UsesBuiltIn, ///< The template cannot be rendered here; the built-in format that fits best is used.
};

/// One probe conversation that the folder's template and the built-in format render differently.
struct PromptFormatDifference {
    std::string builtInName; ///< Empty when no built-in format comes near.
    std::string builtIn; ///< Text that the built-in format makes; its error where it refuses.
    std::string
        fromTemplate; ///< Text that the template makes; its error, with line and column, where it fails.
};

/// The format of a model folder and why it was chosen.
struct ChosenPromptFormat {
    std::shared_ptr<const PromptFormat> format; ///< Never null when the folder can chat or has turn tokens.
    bool isBaseModel = false; ///< No chat template in the folder: for completion, not for chat.
    PromptFormatNotice notice = PromptFormatNotice::None;
    std::optional<PromptFormatDifference> difference; ///< Set exactly when there is a notice.
};

/// Chooses by what the folder's chat template renders on probe conversations and, where there is no template,
/// by the turn tokens of the vocabulary. Formats other than built-in ones keep `tokenizer` out: it may be
/// destroyed. Errors: InvalidJson; InvalidTemplate for a template that cannot be rendered and that no
/// built-in format fits.
[[nodiscard]] Result<ChosenPromptFormat> choosePromptFormat(
    const std::filesystem::path& folder, const Tokenizer& tokenizer);

} // namespace moru
