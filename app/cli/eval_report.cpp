#include "app/cli/eval_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr std::string_view kSafer = "in a safer format than the precision's own, because their error or the "
                                    "model's was beyond its bar";

/// How the numbers that are far above the rest of their row are kept from spoiling it.
std::string_view outlierHandling(const LoadOptions& options)
{
    if (options.precision == Precision::Exact)
        return "none";
    if (options.scheme)
        return options.scheme->handlesOutliers ? "rotation" : "none";
    return options.precision == Precision::Int4 ? "groups" : "rotation";
}

std::string outlierWords(const LoadOptions& options)
{
    const std::string_view handling = outlierHandling(options);
    if (handling == "rotation")
        return "outliers spread by rotating blocks of 128 columns";
    if (handling == "groups")
        return "outliers kept to groups of 32 columns";
    return "outliers left as they are";
}

/// What was measured: a scheme or Moru's own formats, and what chose the scales.
std::string methodLine(const LoadedModel& model, const std::optional<std::string>& calibrationFile)
{
    const LoadOptions& options = model.options();
    if (options.precision == Precision::Exact)
        return "exact: weights as stored\n";
    const std::string scheme = options.scheme
        ? fmt::format("scheme {} (rounded in float32, for comparison)", scalesName(options.scheme->scales))
        : std::string("Moru's own formats");
    const std::string calibration = options.calibration
        ? fmt::format("calibrated on {} ({} tokens)", calibrationFile.value_or("a text"),
              options.calibration->tokenCount)
        : std::string("not calibrated");
    return fmt::format(
        "{}: {}; {}; {}\n", precisionName(options.precision), scheme, outlierWords(options), calibration);
}

Json schemeJson(const LoadOptions& options)
{
    if (!options.scheme || options.precision == Precision::Exact)
        return nullptr;
    return scalesName(options.scheme->scales);
}

Json calibrationJson(const LoadOptions& options, const std::optional<std::string>& file)
{
    if (!options.calibration)
        return nullptr;
    return { { "file", file ? Json(*file) : Json(nullptr) }, { "tokens", options.calibration->tokenCount } };
}

/// A line a tensor, and what they come to.
std::string tensorTable(const LoadedModel& model)
{
    std::string text = fmt::format("{:<56} {:<11} {:>12} {:>9}\n", "tensor", "format", "bytes", "error");
    std::uint64_t bytes = 0;
    int safer = 0;
    for (const WeightReport& report : model.weightReports()) {
        bytes += report.sizeBytes;
        safer += report.isSafer ? 1 : 0;
        text += fmt::format("{:<56} {:<11} {:>12} {:>7.3f} %{}\n", report.tensor, report.format,
            report.sizeBytes, 100 * report.relativeError, report.isSafer ? "  safer" : "");
    }
    if (model.options().scheme)
        return text
            + fmt::format("matrices: {} bytes as the scheme would store them; {} bytes of weights in memory, "
                          "as float32\n",
                bytes, model.memory().weightsBytes);
    return text + fmt::format("matrices: {} bytes; {} {}\n", bytes, safer, kSafer);
}

std::string layerTable(const std::vector<double>& errors)
{
    if (errors.empty())
        return {};
    const std::vector<double> added = errorsAdded(errors);
    std::string text = fmt::format("{:<8} {:>12} {:>12}\n", "layer", "error", "added");
    for (std::size_t layer = 0; layer < errors.size(); ++layer)
        text
            += fmt::format("{:<8} {:>10.3f} % {:>10.3f} %\n", layer, 100 * errors[layer], 100 * added[layer]);
    return text
        + fmt::format("layer {} adds most to the error of what leaves the layers\n",
            std::ranges::max_element(added) - added.begin());
}

std::string checkLine(const QuantisationCheck& check)
{
    if (check.tokenCount == 0)
        return {};
    return fmt::format("check after quantising: mean KL {:.5f} over {} tokens, bar {:.3f}: {}{}\n",
        check.meanKl, check.tokenCount, check.bar, check.care,
        !check.isSafer                  ? ""
            : check.meanKl <= check.bar ? ", because faster formats were beyond it"
                                        : ", and still beyond it");
}

std::string damageLine(std::string_view what, const LogitsComparison& damage)
{
    return fmt::format("{} against exact ({:.4f}): mean KL {:.5f}, 99th percentile {:.5f}, same first choice "
                       "{:.2f} %\n",
        what, damage.referencePerplexity, damage.meanKl, damage.p99Kl, 100 * damage.topAgreement);
}

Json damageJson(const LogitsComparison& damage)
{
    return { { "kl", { { "mean", damage.meanKl }, { "p99", damage.p99Kl } } },
        { "top1_agreement", damage.topAgreement } };
}

Json tensorsJson(const LoadedModel& model)
{
    Json tensors = Json::array();
    for (const WeightReport& report : model.weightReports()) {
        tensors.push_back(
            { { "name", report.tensor }, { "format", report.format }, { "size_bytes", report.sizeBytes },
                { "relative_error", report.relativeError }, { "is_safer", report.isSafer } });
    }
    return tensors;
}

Json layersJson(const std::vector<double>& errors)
{
    const std::vector<double> added = errorsAdded(errors);
    Json layers = Json::array();
    for (std::size_t layer = 0; layer < errors.size(); ++layer)
        layers.push_back(
            { { "layer", layer }, { "relative_error", errors[layer] }, { "added", added[layer] } });
    return layers;
}

Json checkJson(const QuantisationCheck& check)
{
    if (check.tokenCount == 0)
        return nullptr;
    return { { "tokens", check.tokenCount }, { "mean_kl", check.meanKl }, { "bar", check.bar },
        { "care", check.care }, { "is_safer", check.isSafer } };
}

} // namespace

std::vector<double> errorsAdded(const std::vector<double>& layerErrors)
{
    std::vector<double> added;
    double before = 0;
    for (const double error : layerErrors) {
        added.push_back(std::sqrt(std::max(error * error - before * before, 0.0)));
        before = error;
    }
    return added;
}

std::string EvalReport::text() const
{
    const std::string last
        = fmt::format("perplexity {:.4f} over {} tokens (mean negative log likelihood {:.6f})\n",
            perplexity.perplexity(), perplexity.scoredTokens(), perplexity.meanNll());
    if (!damage)
        return last;
    return methodLine(model, calibrationFile) + tensorTable(model) + layerTable(damage->layerErrors)
        + checkLine(model.quantisationCheck()) + last + damageLine("prompts", damage->logits[0])
        + damageLine("answers", damage->logits[1]);
}

Json EvalReport::json() const
{
    const LogitsComparison* prompts = damage ? &damage->logits[0] : nullptr;
    const auto figure
        = [&](double LogitsComparison::* field) { return prompts ? Json(prompts->*field) : Json(nullptr); };
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
        { "answers", damage ? damageJson(damage->logits[1]) : Json(nullptr) },
        { "precision", precisionName(model.options().precision) },
        { "kv", kvFormatName(*model.options().kvFormat) },
        { "scheme", schemeJson(model.options()) },
        { "outliers", outlierHandling(model.options()) },
        { "calibration", calibrationJson(model.options(), calibrationFile) },
        { "weights_bytes_in_memory", model.memory().weightsBytes },
        { "tensors", tensorsJson(model) },
        { "layers", damage ? layersJson(damage->layerErrors) : Json::array() },
        { "check", checkJson(model.quantisationCheck()) },
    };
}

} // namespace moru::cli
