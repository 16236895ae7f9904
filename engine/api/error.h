#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace moru {

/// What went wrong, as a value. Every code has a snake_case name for scripts (`errorCodeName`) and a
/// sentence on what helps (`errorCodeHelp`). `app/` translates codes; the engine's message is English.
enum class ErrorCode {
    FileNotFound, ///< A file or folder that was named does not exist.
    PermissionDenied, ///< The file exists but may not be read or written.
    ReadFailed, ///< The operating system reported an error while reading.
    WriteFailed, ///< The operating system reported an error while writing.
    DiskFull, ///< Nothing more can be written.
    FileChanged, ///< A file shrank, vanished or became unreadable while it was in use.
    Truncated, ///< A file ends before its own header says so.
    HeaderTooLarge, ///< A header claims more bytes than the file has, or than any real one needs.
    InvalidHeader, ///< A header is not what its format says.
    OverlappingTensors, ///< Two tensors claim the same bytes, or bytes belong to none.
    MissingConfig, ///< The folder has no config.json, so it is not a model folder.
    InvalidJson, ///< A JSON file cannot be parsed.
    InvalidConfig, ///< A value in a configuration file is absent, of the wrong kind or out of range.
    UnsupportedArchitecture, ///< The model's family is not one that Moru knows.
    MissingWeights, ///< The folder has no SafeTensors file.
    MissingShard, ///< The index names a file that is not in the folder.
    InvalidIndex, ///< The index and the shards contradict each other.
    MissingTensor, ///< The model needs a tensor that no file has.
    UnexpectedTensor, ///< A file holds a tensor that the model's family does not know.
    WrongShape, ///< A tensor's shape is not what the configuration says.
    WrongDtype, ///< A tensor's number format cannot serve in its role.
    MissingTokenizer, ///< The folder has no tokenizer.json.
    InvalidTokenizer, ///< tokenizer.json is damaged or contradicts itself.
    UnsupportedTokenizer, ///< tokenizer.json describes a kind that Moru does not know.
    TokenOutOfRange, ///< A token id has no row in the embedding.
    TemplateRejected, ///< The model's chat template refuses these messages.
    InvalidTemplate, ///< The chat template itself cannot be read.
    BaseModel, ///< The model continues text; it was not trained to chat.
    NotEnoughMemory, ///< Loading would need more memory than is available.
    OutOfMemory, ///< The operating system refused memory.
    ContextFull, ///< The prompt does not fit into the context.
    InvalidRequest, ///< A request contradicts itself or names a value out of range.
    NotFinite, ///< What the model computes has become infinite or no number.
    InvalidSetting, ///< A setting or environment variable has a value that is not understood.
    UnsupportedIsa, ///< The kernel set asked for does not run on this processor.
    UnsupportedFormat, ///< A file's format or version is not one that Moru reads.
    ModelNotFound, ///< No model of this name is on this machine.
    Cancelled, ///< The person asked to stop.
    Internal, ///< A mistake of Moru's own. Please report it.
};

/// The name scripts see, e.g. "missing_shard".
[[nodiscard]] std::string_view errorCodeName(ErrorCode code);

/// One English sentence on what the person can do.
[[nodiscard]] std::string_view errorCodeHelp(ErrorCode code);

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message; ///< One English sentence: what is wrong, with the values that show it.
    std::string where; ///< File, tensor or setting that it is about; may be empty.
};

/// "where: message" as shown by the command line and written to the log.
[[nodiscard]] std::string describe(const Error& error);

template <typename T> using Result = std::expected<T, Error>;

/// Makes the error half of a Result:
/// `return failure(ErrorCode::Truncated, path, "{} bytes, needs {}", size, needed);`
template <typename... Arguments>
[[nodiscard]] std::unexpected<Error> failure(
    ErrorCode code, std::string where, fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    return std::unexpected(
        Error { code, fmt::format(format, std::forward<Arguments>(arguments)...), std::move(where) });
}

} // namespace moru
