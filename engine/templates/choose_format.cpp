#include "engine/api/prompt.h"

#include "engine/templates/built_in_formats.h"
#include "engine/templates/folder_template.h"
#include "engine/templates/probes.h"
#include "engine/templates/template_format.h"

namespace moru {

namespace {

std::string textOrError(const PromptFormat& format, const Probe& probe)
{
    const auto text = renderProbe(format, probe);
    return text ? *text : describe(text.error());
}

/// The built-in format that the template means, though it may write it differently.
std::shared_ptr<const PromptFormat> nearestBuiltIn(const FolderTemplate& found, const Tokenizer& tokenizer)
{
    if (auto format = formatOfSource(*found.source))
        return format;
    return formatOfVocabulary(tokenizer);
}

ChosenPromptFormat follow(
    std::shared_ptr<const TemplateFormat> format, const std::shared_ptr<const PromptFormat>& nearest)
{
    PromptFormatDifference difference;
    std::size_t probe = 0;
    if (nearest) {
        probe = firstDifference(*nearest, *format).value_or(0);
        difference.builtInName = nearest->name();
        difference.builtIn = textOrError(*nearest, probes()[probe]);
    }
    difference.fromTemplate = textOrError(*format, probes()[probe]);
    return { .format = std::move(format),
        .isBaseModel = false,
        .notice = PromptFormatNotice::FollowsTemplate,
        .difference = std::move(difference) };
}

Result<ChosenPromptFormat> fallBack(
    const FolderTemplate& found, const Error& error, const std::shared_ptr<const PromptFormat>& nearest)
{
    if (!nearest)
        return failure(ErrorCode::InvalidTemplate, found.file.string(), "{}", describe(error));
    PromptFormatDifference difference { .builtInName = std::string(nearest->name()),
        .builtIn = textOrError(*nearest, probes().front()),
        .fromTemplate = describe(error) };
    return ChosenPromptFormat { .format = nearest,
        .isBaseModel = false,
        .notice = PromptFormatNotice::UsesBuiltIn,
        .difference = std::move(difference) };
}

} // namespace

Result<ChosenPromptFormat> choosePromptFormat(const std::filesystem::path& folder, const Tokenizer& tokenizer)
{
    const auto found = readFolderTemplate(folder);
    if (!found)
        return std::unexpected(found.error());
    ChosenPromptFormat chosen;
    if (!found->source) {
        chosen.isBaseModel = true;
        chosen.format = formatOfVocabulary(tokenizer);
        return chosen;
    }
    const auto nearest = nearestBuiltIn(*found, tokenizer);
    const auto format = TemplateFormat::create(*found, tokenizer);
    if (!format)
        return fallBack(*found, format.error(), nearest);
    for (const Probe& probe : probes().first(kOrdinaryProbes)) {
        if (const auto text = renderProbe(**format, probe); !text)
            return fallBack(*found, text.error(), nearest);
    }
    for (const auto& builtIn : builtInFormats()) {
        if (!firstDifference(*builtIn, **format)) {
            chosen.format = builtIn;
            return chosen;
        }
    }
    return follow(*format, nearest);
}

} // namespace moru
