#include "app/cli/commands/commands.h"

#include "app/cli/chat_ability.h"
#include "app/cli/json_messages.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/requests.h"
#include "engine/api/prompt.h"
#include "engine/api/tokenizer.h"

namespace moru::cli {

namespace {

struct TemplateFolder {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::shared_ptr<const PromptFormat> format;
};

Result<TemplateFolder> openTemplate(Invocation& invocation)
{
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    const auto tokenizer = loadTokenizer(*folder);
    if (!tokenizer)
        return std::unexpected(tokenizer.error());
    const auto chosen = choosePromptFormat(*folder, **tokenizer);
    if (!chosen)
        return std::unexpected(chosen.error());
    if (!chosen->format) {
        return failure(ErrorCode::BaseModel, folder->string(),
            "there is no chat template here, and the vocabulary has no turn tokens that would imply one");
    }
    noteTemplate(invocation.output, *chosen);
    return TemplateFolder { *tokenizer, chosen->format };
}

Result<Json> render(const TemplateFolder& folder, const Json& request)
{
    RequestReader reader(request);
    PromptOptions options;
    options.addGenerationPrompt = reader.flag("add_generation_prompt", true);
    options.continueFinalMessage = reader.flag("continue_final_message", false);
    options.enableThinking = reader.flag("enable_thinking");
    options.date = reader.text("date");
    options.repair = reader.flag("repair", false);
    const Json* list = reader.member("messages");
    if (!list)
        reader.reject("messages", "is missing");
    if (const auto right = reader.check(); !right)
        return std::unexpected(right.error());
    const auto messages = messagesFromJson(*list);
    if (!messages)
        return std::unexpected(messages.error());
    const auto prompt = folder.format->render(*messages, options);
    if (!prompt)
        return std::unexpected(prompt.error());
    return Json {
        { "text", prompt->text },
        { "ids",
            folder.tokenizer->encode(
                prompt->text, { .readControlTokens = true, .addSpecialTokens = false }) },
        { "ids_sanitized", folder.tokenizer->encodeRendered(prompt->text, prompt->messageRanges) },
        { "format", folder.format->name() },
    };
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto folder = openTemplate(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    const auto handler = [&](const Json& request) { return render(*folder, request); };
    if (invocation.output.form() == Output::Form::JsonLines)
        return answerLines(invocation, handler);
    const auto request = readRequest(invocation);
    if (!request)
        return std::unexpected(request.error());
    const auto result = handler(*request);
    if (!result)
        return std::unexpected(result.error());
    if (invocation.output.isText())
        invocation.output.text((*result)["text"].get_ref<const std::string&>());
    else
        invocation.output.json(*result);
    return ExitStatus::Done;
}

} // namespace

const Command& templateCommand()
{
    static const Command command {
        .name = "template",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "A conversation on standard input to the prompt that the model reads",
        .details = "The request: "
                   "{\"messages\":[{\"role\":\"user\",\"content\":\"…\"}],\"add_generation_prompt\":true,\n"
                   "\"continue_final_message\":false,\"enable_thinking\":null,\"date\":\"26 Jul "
                   "2024\",\"repair\":false}.\n"
                   "The result: {\"text\":\"…\",\"ids\":[…],\"ids_sanitized\":[…]}. It renders as the "
                   "model's own template does, which may\n"
                   "refuse; \"repair\":true moves system text and merges turns where the format needs it, as "
                   "chat and generate do.\n"
                   "\"ids\" reads control tokens everywhere, \"ids_sanitized\" not inside messages.",
        .examples
        = { "echo '{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}' | moru-cli template qwen3-1.7b" },
        .options = { requestOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
