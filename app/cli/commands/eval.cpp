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

/// Unset for exact, which has nothing to be compared with.
using Damage = std::optional<LogitsComparison>;

Json asJson(const Perplexity& perplexity, const Damage& damage, const LoadedModel& model)
{
    const auto figure
        = [&](double LogitsComparison::* field) { return damage ? Json(*damage.*field) : Json(nullptr); };
    return {
        { "tokens", perplexity.scoredTokens() },
        { "perplexity", perplexity.perplexity() },
        { "mean_nll", perplexity.meanNll() },
        { "first_512_mean_nll", figureJson(perplexity.firstMeanNll()) },
        { "rest_mean_nll", figureJson(perplexity.restMeanNll()) },
        { "exact_perplexity", figure(&LogitsComparison::referencePerplexity) },
        { "kl",
            { { "mean", figure(&LogitsComparison::meanKl) }, { "p99", figure(&LogitsComparison::p99Kl) } } },
        { "top1_agreement", figure(&LogitsComparison::topAgreement) },
        { "precision", precisionName(model.options().precision) },
        { "kv", kvFormatName(*model.options().kvFormat) },
    };
}

/// Loads the same folder as stored and runs both side by side.
Result<Damage> measureDamage(
    Invocation& invocation, const std::shared_ptr<const LoadedModel>& model, std::span<const TokenId> ids)
{
    LoadOptions exact = model->options();
    if (exact.precision == Precision::Exact && exact.kvFormat == defaultKvFormat(Precision::Exact))
        return Damage();
    exact.precision = Precision::Exact;
    exact.kvFormat = defaultKvFormat(Precision::Exact);
    const auto reference = openModel(invocation, exact);
    if (!reference)
        return std::unexpected(reference.error());
    invocation.output.note("Comparing with the exact model");
    auto comparison = compareModels(*reference, model, ids, invocation.interrupt.token());
    if (!comparison)
        return std::unexpected(comparison.error());
    return Damage(*comparison);
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
    const auto damage = measureDamage(invocation, *model, *ids);
    if (!damage)
        return std::unexpected(damage.error());
    if (invocation.output.isText()) {
        invocation.output.text(
            fmt::format("perplexity {:.4f} over {} tokens (mean negative log likelihood {:.6f})\n",
                perplexity.perplexity(), perplexity.scoredTokens(), perplexity.meanNll()));
        if (*damage) {
            invocation.output.text(
                fmt::format("against exact ({:.4f}): mean KL {:.5f}, 99th percentile {:.5f}, same "
                            "first choice {:.2f} %\n",
                    (*damage)->referencePerplexity, (*damage)->meanKl, (*damage)->p99Kl,
                    100 * (*damage)->topAgreement));
        }
    } else {
        invocation.output.json(asJson(perplexity, *damage, **model));
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
        .summary = "Perplexity of a text, and what the precision costs",
        .details
        = "The whole text is one sequence, with what the tokenizer adds in front; the first token "
          "is not scored. A precision other than exact is compared with the exact model, loaded beside it.",
        .examples = { "moru-cli eval smollm2-135m-instruct --text book.txt --json" },
        .options = { kOptions, modelOptions(), threadOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
