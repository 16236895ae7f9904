#include "app/cli/commands/commands.h"

#include "app/cli/json_model.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/perplexity.h"
#include "app/cli/progress.h"
#include "app/cli/prompt_source.h"
#include "engine/api/session.h"
#include "engine/api/tokenizer.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "text",
        .kind = OptionKind::Text,
        .value = "FILE",
        .fallbackWords = "none; it must be given",
        .help = "Text to predict, UTF-8, taken as it is" },
};

Result<std::vector<TokenId>> tokensOf(const std::filesystem::path& folder, const std::string& file)
{
    const auto text = readTextFile(file);
    if (!text)
        return std::unexpected(text.error());
    const auto tokenizer = loadTokenizer(folder);
    if (!tokenizer)
        return std::unexpected(tokenizer.error());
    std::vector<TokenId> ids
        = (*tokenizer)->encode(*text, { .readControlTokens = true, .addSpecialTokens = true });
    if (ids.size() < 2)
        return failure(
            ErrorCode::InvalidRequest, file, "{} tokens; the first is given, so two are needed", ids.size());
    return ids;
}

Json asJson(const Perplexity& perplexity, const LoadedModel& model)
{
    return {
        { "tokens", perplexity.scoredTokens() },
        { "perplexity", perplexity.perplexity() },
        { "mean_nll", perplexity.meanNll() },
        { "first_512_mean_nll", figureJson(perplexity.firstMeanNll()) },
        { "rest_mean_nll", figureJson(perplexity.restMeanNll()) },
        // Compared with exact; exact itself has nothing to be compared with.
        { "kl", { { "mean", nullptr }, { "p99", nullptr } } },
        { "top1_agreement", nullptr },
        { "precision", precisionName(model.options().precision) },
    };
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto file = invocation.arguments.text("text");
    if (!file)
        return invocation.wrongUsage("eval needs --text FILE");
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    const auto ids = tokensOf(*folder, *file);
    if (!ids)
        return std::unexpected(ids.error());
    // One sequence from position 0: no token loses the context before it.
    const auto options = loadOptions(invocation.arguments, static_cast<int>(ids->size()));
    if (!options)
        return std::unexpected(options.error());
    const auto model = openModel(invocation, *options);
    if (!model)
        return std::unexpected(model.error());
    const auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());

    Perplexity perplexity(*ids);
    {
        Progress progress(invocation.output);
        const auto observer = [&](int position, std::span<const float> logits) {
            progress.show("Evaluating", static_cast<std::uint64_t>(position), ids->size());
            perplexity.add(position, logits);
        };
        if (const auto done = (*session)->scan(*ids, observer, invocation.interrupt.token()); !done)
            return std::unexpected(done.error());
    }
    if (invocation.output.isText()) {
        invocation.output.text(
            fmt::format("perplexity {:.4f} over {} tokens (mean negative log likelihood {:.6f})\n",
                perplexity.perplexity(), perplexity.scoredTokens(), perplexity.meanNll()));
    } else {
        invocation.output.json(asJson(perplexity, **model));
    }
    return ExitStatus::Done;
}

} // namespace

const Command& evalCommand()
{
    static const Command command {
        .name = "eval",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "Perplexity of a text",
        .details = "The whole text is one sequence, with what the tokenizer adds in front; the first token "
                   "is not scored.",
        .examples = { "moru-cli eval smollm2-135m-instruct --text book.txt --json" },
        .options = { kOptions, modelOptions(), threadOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
