#include "app/cli/commands/commands.h"

#include "app/cli/json_request.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/requests.h"
#include "engine/api/tokenizer.h"

#include <fmt/ranges.h>

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "special", .help = "Read control tokens that are written out in the text as those tokens" },
    { .name = "bos", .help = "Add what the tokenizer adds, for instance <bos>" },
};

Json tokenizeText(const Tokenizer& tokenizer, std::string_view text, EncodeOptions options)
{
    const std::vector<TokenId> ids = tokenizer.encode(text, options);
    Json pieces = Json::array();
    for (const TokenId id : ids)
        pieces.push_back(tokenizer.decode(std::span(&id, 1), false));
    return { { "ids", ids }, { "pieces", std::move(pieces) } };
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    const auto loaded = loadTokenizer(*folder);
    if (!loaded)
        return std::unexpected(loaded.error());
    const Tokenizer& tokenizer = **loaded;
    const EncodeOptions defaults { .readControlTokens = invocation.arguments.flag("special"),
        .addSpecialTokens = invocation.arguments.flag("bos") };
    if (invocation.output.form() == Output::Form::JsonLines) {
        return answerLines(invocation, [&](const Json& request) -> Result<Json> {
            RequestReader reader(request);
            const std::string text = reader.neededText("text");
            const EncodeOptions options { .readControlTokens
                = reader.flag("special", defaults.readControlTokens),
                .addSpecialTokens = reader.flag("bos", defaults.addSpecialTokens) };
            if (const auto right = reader.check(); !right)
                return std::unexpected(right.error());
            return tokenizeText(tokenizer, text, options);
        });
    }
    const auto text = invocation.input.readAll();
    if (!text)
        return std::unexpected(text.error());
    if (invocation.output.isText())
        invocation.output.text(fmt::format("{}\n", fmt::join(tokenizer.encode(*text, defaults), " ")));
    else
        invocation.output.json(tokenizeText(tokenizer, *text, defaults));
    return ExitStatus::Done;
}

} // namespace

const Command& tokenizeCommand()
{
    static const Command command {
        .name = "tokenize",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "Text on standard input to token ids",
        .details = "The text is taken as it is, its last line break too. A folder with the tokenizer files "
                   "is enough.\n"
                   "A request of --jsonl: {\"text\":\"…\",\"special\":true,\"bos\":false}; the result: "
                   "{\"ids\":[…],\"pieces\":[…]}.",
        .examples = { "printf 'Hello world' | moru-cli tokenize smollm2-135m-instruct",
            "printf '<|im_end|>' | moru-cli tokenize qwen3-1.7b --special --json" },
        .options = { kOptions, requestOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
