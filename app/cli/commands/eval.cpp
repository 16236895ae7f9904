#include "app/cli/commands/commands.h"

#include "app/cli/eval_report.h"
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
    { .name = "scheme",
        .kind = OptionKind::Text,
        .value = "per_tensor|per_channel|group",
        .fallbackWords = "Moru's own formats",
        .help
        = "Measure another way of quantising: one scale a tensor, a row, or a group of columns (128 at int8, "
          "32 at int4); inputs to 8 bits, a scale a token (a token and 128 columns with groups)",
        .choices = "per_tensor per_channel group" },
    { .name = "calibrate",
        .kind = OptionKind::Text,
        .value = "FILE",
        .fallbackWords = "none; all columns weigh the same",
        .help = "Weigh rounding errors by the inputs that this text gives each column of a matrix" },
    { .name = "layers", .help = "Also the error of what leaves each layer, and which layer adds most" },
    { .name = "no-outliers", .help = "With --scheme: without the rotation that spreads outliers" },
};

/// Means over more tokens differ little, and the exact model needs a cache for them.
constexpr std::size_t kMostCalibrationTokens = 4096;

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

/// Of the text to calibrate on, as far as it is read; none without one.
Result<std::vector<TokenId>> calibrationTokens(const Invocation& invocation)
{
    const auto file = invocation.arguments.text("calibrate");
    if (!file)
        return std::vector<TokenId>();
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    auto ids = tokensOf(*folder, *file);
    if (ids)
        ids->resize(std::min(ids->size(), kMostCalibrationTokens));
    return ids;
}

/// What a text says about the columns of the reference's matrices.
Result<std::shared_ptr<const Calibration>> calibrateOn(
    Invocation& invocation, const std::shared_ptr<const LoadedModel>& reference, std::span<const TokenId> ids)
{
    const auto context = static_cast<std::size_t>(reference->options().contextLength);
    ids = ids.first(std::min(ids.size(), context));
    invocation.output.note(fmt::format("Calibrating on {} tokens", ids.size()));
    auto calibration = calibrate(reference, ids, invocation.interrupt.token());
    if (!calibration)
        return std::unexpected(calibration.error());
    return std::make_shared<const Calibration>(std::move(*calibration));
}

/// The model in the precision that was asked for, and unless that is exact, the same folder as stored.
struct Models {
    std::shared_ptr<const LoadedModel> model;
    std::shared_ptr<const LoadedModel> reference;
};

Result<Models> openModels(Invocation& invocation, LoadOptions options)
{
    Models models;
    const auto calibrationFile = invocation.arguments.text("calibrate");
    if (options.precision == Precision::Exact && calibrationFile)
        return failure(
            ErrorCode::InvalidSetting, "--calibrate", "exact quantises nothing; choose int8 or int4");
    // A coarser cache is damage too, so the reference keeps its own.
    const bool isExact = options.precision == Precision::Exact
        && options.kvFormat.value_or(defaultKvFormat(Precision::Exact)) == defaultKvFormat(Precision::Exact);
    if (!isExact) {
        LoadOptions exact = options;
        exact.precision = Precision::Exact;
        exact.kvFormat = defaultKvFormat(Precision::Exact);
        exact.scheme.reset();
        const auto calibrationIds = calibrationTokens(invocation);
        if (!calibrationIds)
            return std::unexpected(calibrationIds.error());
        // However short the text is that is evaluated.
        exact.contextLength = std::max(exact.contextLength, static_cast<int>(calibrationIds->size()));
        auto reference = openModel(invocation, exact);
        if (!reference)
            return std::unexpected(reference.error());
        models.reference = *reference;
        if (calibrationFile) {
            auto calibration = calibrateOn(invocation, models.reference, *calibrationIds);
            if (!calibration)
                return std::unexpected(calibration.error());
            options.calibration = *calibration;
        }
    }
    auto model = openModel(invocation, options);
    if (!model)
        return std::unexpected(model.error());
    models.model = *model;
    return models;
}

/// Runs the text through the model, and through the reference beside it where there is one.
Result<Damage> evaluate(Invocation& invocation, const Models& models, std::span<const TokenId> ids,
    const LogitsObserver& observer)
{
    if (!models.reference) {
        const auto session = createSession(models.model);
        if (!session)
            return std::unexpected(session.error());
        if (const auto done = (*session)->scan(ids, observer, invocation.interrupt.token()); !done)
            return std::unexpected(done.error());
        return Damage();
    }
    // As a prompt enters, and as an answer does.
    const DamageRequest request { .chunkSizes = { 0, kDecodingTokens },
        .byLayer = invocation.arguments.flag("layers"),
        .observer = observer };
    auto damage = measureDamage(models.reference, models.model, ids, request, invocation.interrupt.token());
    if (!damage)
        return std::unexpected(damage.error());
    return Damage(std::move(*damage));
}

/// Unset without --scheme. Errors: InvalidSetting for combinations that mean nothing.
Result<std::optional<ComparisonScheme>> schemeOf(const Arguments& arguments, Precision precision)
{
    const auto name = arguments.text("scheme");
    if (!name && arguments.flag("no-outliers"))
        return failure(ErrorCode::InvalidSetting, "--no-outliers", "it belongs to --scheme");
    if (!name)
        return std::nullopt;
    if (precision == Precision::Exact)
        return failure(ErrorCode::InvalidSetting, "--scheme", "exact quantises nothing; choose int8 or int4");
    const auto scales = parseScales(*name);
    if (!scales)
        return std::unexpected(scales.error());
    return ComparisonScheme { .scales = *scales, .handlesOutliers = !arguments.flag("no-outliers") };
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
    auto options = loadOptions(invocation.arguments, static_cast<int>(ids->size()));
    if (!options)
        return std::unexpected(options.error());
    const auto scheme = schemeOf(invocation.arguments, options->precision);
    if (!scheme)
        return std::unexpected(scheme.error());
    options->scheme = *scheme;
    if (options->precision == Precision::Exact && invocation.arguments.flag("layers"))
        return failure(ErrorCode::InvalidSetting, "--layers", "exact has no damage; choose int8 or int4");
    const auto models = openModels(invocation, *options);
    if (!models)
        return std::unexpected(models.error());
    Perplexity perplexity(*ids);
    const auto damage = [&] {
        Progress progress(invocation.output);
        return evaluate(invocation, *models, *ids, [&](int position, std::span<const float> logits) {
            progress.show("Evaluating", static_cast<std::uint64_t>(position), ids->size());
            perplexity.add(position, logits);
        });
    }();
    if (!damage)
        return std::unexpected(damage.error());
    const EvalReport report { perplexity, *damage, *models->model, invocation.arguments.text("calibrate") };
    if (invocation.output.isText())
        invocation.output.text(report.text());
    else
        invocation.output.json(report.json());
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
        .details = "The whole text is one sequence, with what the tokenizer adds in front; the first token "
                   "is not scored. A precision other than exact is compared with the exact model, loaded "
                   "beside it: as a "
                   "prompt enters, 128 tokens at once, and as an answer does, whose inputs have 16 bits.",
        .examples = { "moru-cli eval smollm2-135m-instruct --text book.txt --json" },
        .options = { kOptions, modelOptions(), threadOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
