#include "app/cli/commands/commands.h"

#include "app/cli/answer_stream.h"
#include "app/cli/chat_ability.h"
#include "app/cli/generation_settings.h"
#include "app/cli/json_generation.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/prompt_source.h"
#include "engine/api/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moru::cli {

namespace {

Result<void> checkAbility(const ModelDescription& model, const GenerationRequest& request)
{
    if (const auto* chat = std::get_if<ChatPrompt>(&request.prompt))
        return checkCanChat(model, chat->options.enableThinking);
    if (std::holds_alternative<TextPrompt>(request.prompt) && !model.hasTokenizer)
        return failure(ErrorCode::MissingTokenizer, model.folder.string(),
            "there is no tokenizer.json, so it cannot read text");
    return {};
}

ExitStatus report(Invocation& invocation, const GenerationResult& result, const LoadedModel& model)
{
    Output& output = invocation.output;
    if (!output.isText())
        output.json(generationJson(result, model));
    else if (!model.tokenizer()) // nothing that could have been shown as text
        output.text(fmt::format("{}\n", fmt::join(result.ids, " ")));
    if (result.error)
        output.sentence(*result.error);
    else
        output.note(statisticsLine(result));
    if (invocation.interrupt.isRequested())
        return ExitStatus::Interrupted;
    return result.error ? ExitStatus::Failed : ExitStatus::Done;
}

Result<ExitStatus> generate(Invocation& invocation)
{
    if (const auto complaint = promptUsageComplaint(invocation.arguments))
        return invocation.wrongUsage(*complaint);
    auto request = readPrompt(invocation);
    if (!request)
        return std::unexpected(request.error());
    const auto options = loadOptions(invocation.arguments);
    if (!options)
        return std::unexpected(options.error());
    const auto model = openModel(invocation, *options);
    if (!model)
        return std::unexpected(model.error());
    if (const auto able = checkAbility((*model)->description(), *request); !able)
        return std::unexpected(able.error());
    if (std::holds_alternative<ChatPrompt>(request->prompt))
        noteTemplate(invocation.output, **model);
    const auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());
    applySettings(invocation.arguments, (*model)->description(), *request);

    AnswerStream stream(invocation.output, invocation.interrupt.token(), invocation.output.isText());
    const GenerationResult result = (*session)->generate(*request, stream, stream.stopToken());
    stream.finish();
    return report(invocation, result, **model);
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto status = generate(invocation);
    if (status || status.error().code != ErrorCode::Cancelled || invocation.output.isText())
        return status;
    // A script finds the reason where it looks for it when an answer is stopped.
    invocation.output.json(cancelledGenerationJson());
    return ExitStatus::Interrupted;
}

} // namespace

const Command& generateCommand()
{
    static const Command command {
        .name = "generate",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "Continue a text, or answer a message",
        .details = "The answer streams to standard output, thinking and statistics go to standard error. "
                   "Ctrl+C stops it; what\n"
                   "was generated so far stays. With --json everything that is needed to get the same ids "
                   "again is told.",
        .examples = { "moru-cli generate gemma-3-270m --prompt '옛날 옛적에' --max-tokens 64",
            "moru-cli generate smollm2-135m-instruct --user 'What is the capital of France?' --greedy",
            "cat letter.txt | moru-cli generate qwen3-1.7b --system 'Summarise the letter.' --user - "
            "--thinking off" },
        .options = { promptOptions(), samplingOptions(), modelOptions(), threadOptions(), jsonOptions(),
            outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
