#include "app/cli/option_tables.h"

namespace moru::cli {

namespace {

constexpr double kMostThreads = 1024;
constexpr double kMostTokens = 1 << 24; // beyond any model's context; keeps later sums far from overflow
constexpr std::string_view kFromModel = "the model's generation_config.json";

constexpr Option kJson[] = {
    { .name = "json", .help = "Print one JSON document" },
};

constexpr Option kOutput[] = {
    { .name = "quiet", .aliases = "-q", .help = "No progress, notes or statistics on standard error" },
    { .name = "help", .aliases = "-h", .help = "Show this page" },
};

constexpr Option kRequests[] = {
    { .name = "jsonl",
        .help = "Read one JSON request a line on standard input, print one result a line; an error is a line "
                "too, and the next request is read" },
};

constexpr Option kModel[] = {
    { .name = "precision",
        .kind = OptionKind::Text,
        .value = "exact|int8|int4",
        .fallbackWords = "the fastest that exists",
        .help = "How weights are stored and multiplied",
        .choices = "exact int8 int4" },
    { .name = "context",
        .aliases = "-c --ctx-size",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = "4096, or less where the model ends",
        .help = "Tokens that the cache is reserved for",
        .minimum = 1,
        .maximum = kMostTokens },
    { .name = "kv",
        .kind = OptionKind::Text,
        .value = "exact|bf16|int8",
        .fallbackWords = "exact for the exact precision, else bf16",
        .help = "How the cache keeps keys and values",
        .choices = "exact bf16 int8" },
    { .name = "seed",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "-1",
        .help = "Start of the random numbers; -1 takes a new one, which is told with the answer",
        .minimum = -1 },
    { .name = "ignore-memory-limit", .help = "Load although the estimate says that memory will not suffice" },
};

constexpr Option kThreads[] = {
    { .name = "threads",
        .aliases = "-t",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = "one for each physical core allowed here",
        .help = "Threads to compute with",
        .minimum = 1,
        .maximum = kMostThreads },
};

constexpr Option kSampling[] = {
    { .name = "greedy", .help = "Always the likeliest token; every filter and penalty off" },
    { .name = "temperature",
        .aliases = "--temp",
        .kind = OptionKind::Number,
        .value = "X",
        .fallbackWords = kFromModel,
        .help = "Divides the logits; 0 is greedy",
        .minimum = 0 },
    { .name = "top-k",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = kFromModel,
        .help = "Keep the N likeliest tokens; 0 turns it off",
        .minimum = 0,
        .maximum = kMostTokens },
    { .name = "top-p",
        .kind = OptionKind::Number,
        .value = "X",
        .fallbackWords = kFromModel,
        .help = "Keep the smallest set whose probability reaches X; 1 turns it off",
        .minimum = 0,
        .maximum = 1 },
    { .name = "min-p",
        .kind = OptionKind::Number,
        .value = "X",
        .fallbackWords = kFromModel,
        .help = "Drop what is less likely than X times the likeliest; 0 turns it off",
        .minimum = 0,
        .maximum = 1 },
    { .name = "repeat-penalty",
        .aliases = "--repetition-penalty",
        .kind = OptionKind::Number,
        .value = "X",
        .fallbackWords = kFromModel,
        .help = "Makes tokens of prompt and answer less likely; 1 turns it off",
        .minimum = 1e-3 },
    { .name = "presence-penalty",
        .kind = OptionKind::Number,
        .value = "X",
        .fallbackWords = kFromModel,
        .help = "Subtracted once from each token of the answer; 0 turns it off",
        .minimum = -100,
        .maximum = 100 },
    { .name = "frequency-penalty",
        .kind = OptionKind::Number,
        .value = "X",
        .fallbackWords = kFromModel,
        .help = "Subtracted for each time a token is in the answer; 0 turns it off",
        .minimum = -100,
        .maximum = 100 },
    { .name = "stop",
        .kind = OptionKind::TextList,
        .value = "TEXT",
        .fallbackWords = "none",
        .help = "End the answer before this text; may be given several times" },
    { .name = "max-tokens",
        .aliases = "-n --predict",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = "until the context is full",
        .help = "Longest answer",
        .minimum = 0,
        .maximum = kMostTokens },
    { .name = "thinking-budget",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = "none",
        .help = "Tokens after which a thinking block is closed",
        .minimum = 0,
        .maximum = kMostTokens },
};

} // namespace

OptionTable outputOptions()
{
    return kOutput;
}

OptionTable jsonOptions()
{
    return kJson;
}

OptionTable threadOptions()
{
    return kThreads;
}

OptionTable requestOptions()
{
    return kRequests;
}

OptionTable modelOptions()
{
    return kModel;
}

OptionTable samplingOptions()
{
    return kSampling;
}

} // namespace moru::cli
