#include "app/cli/commands/commands.h"

#include "app/cli/answer_stream.h"
#include "app/cli/chat_ability.h"
#include "app/cli/generation_settings.h"
#include "app/cli/json_generation.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/profile_table.h"
#include "engine/api/session.h"

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "prompt",
        .aliases = "-p",
        .kind = OptionKind::Text,
        .value = "TEXT",
        .fallback = "The history of computing begins long before the first electronic computer was built.",
        .help = "Text to continue" },
    { .name = "user",
        .kind = OptionKind::Text,
        .value = "TEXT",
        .fallbackWords = "none",
        .help = "Message to answer, instead of a text to continue" },
    { .name = "max-tokens",
        .aliases = "-n --predict",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "64",
        .help = "Tokens to decode",
        .minimum = 1,
        .maximum = 1 << 20 },
};

Result<GenerationRequest> requestOf(const Arguments& arguments, const ModelDescription& model)
{
    GenerationRequest request;
    if (const auto user = arguments.text("user")) {
        if (const auto able = checkCanChat(model, std::nullopt); !able)
            return std::unexpected(able.error());
        request.prompt = ChatPrompt { .messages = { ChatMessage::text("user", *user) }, .options = {} };
    } else if (!model.hasTokenizer) {
        // A folder without a tokenizer can be measured too: any ids cost the same.
        request.prompt = TokenPrompt { .ids = std::vector<TokenId>(32, 1) };
    } else {
        request.prompt = TextPrompt { .text = *arguments.text("prompt") };
    }
    request.sampling = SamplingOptions::greedy();
    request.stop.maxTokens = static_cast<int>(*arguments.integer("max-tokens"));
    request.stop.detectRepetition = false; // what the model says does not matter here, how long it takes does
    request.seed = 0;
    return request;
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto options = loadOptions(invocation.arguments);
    if (!options)
        return std::unexpected(options.error());
    const auto model = openModel(invocation, *options);
    if (!model)
        return std::unexpected(model.error());
    const auto request = requestOf(invocation.arguments, (*model)->description());
    if (!request)
        return std::unexpected(request.error());
    const auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());
    AnswerStream stream(invocation.output, invocation.interrupt.token(), false);
    const GenerationResult result = (*session)->generate(*request, stream, stream.stopToken());
    stream.finish();
    if (result.error)
        return std::unexpected(*result.error);
    if (invocation.output.isText())
        invocation.output.text(profileText(result.profile));
    else
        invocation.output.json(profileJson(result.profile));
    invocation.output.note(statisticsLine(result));
    return invocation.interrupt.isRequested() ? ExitStatus::Interrupted : ExitStatus::Done;
}

} // namespace

const Command& profileCommand()
{
    static const Command command {
        .name = "profile",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "Where the time of a generation goes, operation by operation",
        .details = "Prefill and decode apart; an operation is summed over the layers that have it. GB/s "
                   "counts weights and cache\n"
                   "that were read, GOPS multiplications and additions.",
        .examples = { "moru-cli profile smollm2-135m-instruct --max-tokens 128" },
        .options = { kOptions, modelOptions(), threadOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
