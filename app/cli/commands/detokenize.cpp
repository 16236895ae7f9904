#include "app/cli/commands/commands.h"

#include "app/cli/json_request.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/requests.h"
#include "engine/api/tokenizer.h"

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "skip-special", .help = "Leave special tokens out of the text" },
};

/// The text of each token as it would appear while it streams; what is held back to the end goes with the
/// last.
Json streamedPieces(const Tokenizer& tokenizer, std::span<const TokenId> ids, bool skipSpecial)
{
    const auto decoder = tokenizer.streamingDecoder(skipSpecial);
    std::vector<std::string> pieces;
    for (const TokenId id : ids)
        pieces.push_back(decoder->push(id));
    if (!pieces.empty())
        pieces.back() += decoder->finish();
    return pieces;
}

Result<Json> detokenize(const Tokenizer& tokenizer, const Json& request, bool skipByDefault)
{
    RequestReader reader(request);
    const std::vector<TokenId> ids = reader.neededIds("ids");
    const bool skipSpecial = reader.flag("skip_special", skipByDefault);
    if (const auto right = reader.check(); !right)
        return std::unexpected(right.error());
    return Json { { "text", tokenizer.decode(ids, skipSpecial) },
        { "pieces", streamedPieces(tokenizer, ids, skipSpecial) } };
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    const auto tokenizer = loadTokenizer(*folder);
    if (!tokenizer)
        return std::unexpected(tokenizer.error());
    const bool skipByDefault = invocation.arguments.flag("skip-special");
    const auto handler = [&](const Json& request) { return detokenize(**tokenizer, request, skipByDefault); };
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

const Command& detokenizeCommand()
{
    static const Command command {
        .name = "detokenize",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "Token ids on standard input to text",
        .details = "The request: {\"ids\":[…],\"skip_special\":false}; the result: "
                   "{\"text\":\"…\",\"pieces\":[…]}, a piece for each\n"
                   "token as it would stream. A folder with the tokenizer files is enough.",
        .examples = { "echo '{\"ids\":[19556,905]}' | moru-cli detokenize smollm2-135m-instruct" },
        .options = { kOptions, requestOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
