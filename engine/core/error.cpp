#include "engine/api/error.h"

#include <array>
#include <cstddef>

namespace moru {

namespace {

struct CodeText {
    ErrorCode code;
    std::string_view name;
    std::string_view help;
};

constexpr std::array kCodes {
    CodeText { ErrorCode::FileNotFound, "file_not_found", "Check the path, or choose the folder again." },
    CodeText { ErrorCode::PermissionDenied, "permission_denied",
        "Give your user the right to read and write there, or choose another place." },
    CodeText { ErrorCode::ReadFailed, "read_failed",
        "Check the disk and its connection, then try again or copy the file elsewhere." },
    CodeText { ErrorCode::WriteFailed, "write_failed", "Check the disk and its connection, then try again." },
    CodeText { ErrorCode::DiskFull, "disk_full", "Free some space on that disk, or choose another one." },
    CodeText { ErrorCode::FileChanged, "file_changed",
        "Leave the model's files alone while they are in use, check the disk, and load the model again." },
    CodeText { ErrorCode::Truncated, "truncated", "The file is incomplete: fetch it again." },
    CodeText { ErrorCode::HeaderTooLarge, "header_too_large", "The file is damaged: fetch it again." },
    CodeText { ErrorCode::InvalidHeader, "invalid_header",
        "The file is damaged or of another kind: fetch it again." },
    CodeText { ErrorCode::OverlappingTensors, "overlapping_tensors", "The file is damaged: fetch it again." },
    CodeText { ErrorCode::MissingConfig, "missing_config",
        "Choose the folder that holds config.json together with the weights." },
    CodeText { ErrorCode::InvalidJson, "invalid_json", "The file is damaged: fetch it again." },
    CodeText { ErrorCode::InvalidConfig, "invalid_config",
        "Fetch the file again, or correct the value if you edited it." },
    CodeText { ErrorCode::UnsupportedArchitecture, "unsupported_architecture",
        "Choose a model of the Gemma, Llama or Qwen families." },
    CodeText { ErrorCode::MissingWeights, "missing_weights",
        "Fetch the model's .safetensors files into the folder." },
    CodeText { ErrorCode::MissingShard, "missing_shard", "Fetch that one file into the folder." },
    CodeText { ErrorCode::InvalidIndex, "invalid_index",
        "Fetch the index and the weight files again, all of the same version." },
    CodeText { ErrorCode::MissingTensor, "missing_tensor",
        "The weights are incomplete or belong to another model: fetch them again." },
    CodeText { ErrorCode::UnexpectedTensor, "unexpected_tensor",
        "The weights belong to a variant that Moru does not know: use the original release." },
    CodeText { ErrorCode::WrongShape, "wrong_shape",
        "config.json and weights do not belong together: fetch both again." },
    CodeText { ErrorCode::WrongDtype, "wrong_dtype", "Use a release with weights in BF16, F16 or F32." },
    CodeText { ErrorCode::MissingTokenizer, "missing_tokenizer", "Fetch tokenizer.json into the folder." },
    CodeText { ErrorCode::InvalidTokenizer, "invalid_tokenizer", "Fetch tokenizer.json again." },
    CodeText { ErrorCode::UnsupportedTokenizer, "unsupported_tokenizer",
        "Choose a model of the Gemma, Llama or Qwen families with its original tokenizer.json." },
    CodeText { ErrorCode::TokenOutOfRange, "token_out_of_range",
        "Use the tokenizer that belongs to this model, or smaller token ids." },
    CodeText {
        ErrorCode::TemplateRejected, "template_rejected", "Change the order or the roles of the messages." },
    CodeText { ErrorCode::InvalidTemplate, "invalid_template", "Fetch tokenizer_config.json again." },
    CodeText { ErrorCode::BaseModel, "base_model",
        "Give it the beginning of a text to continue, or choose an instruct model to chat." },
    CodeText { ErrorCode::NotEnoughMemory, "not_enough_memory",
        "Close other programs, choose a shorter context or a smaller model." },
    CodeText { ErrorCode::OutOfMemory, "out_of_memory",
        "Close other programs, choose a shorter context or a smaller model." },
    CodeText { ErrorCode::ContextFull, "context_full",
        "Shorten the prompt, start a new chat, or load the model with a longer context." },
    CodeText { ErrorCode::InvalidRequest, "invalid_request", "Correct the value that the message names." },
    CodeText { ErrorCode::NotFinite, "not_finite",
        "Fetch the weights again, or load them with the exact precision." },
    CodeText { ErrorCode::InvalidSetting, "invalid_setting", "Correct or remove that setting." },
    CodeText { ErrorCode::UnsupportedIsa, "unsupported_isa",
        "Remove MORU_ISA, so that the best kernel set for this processor is used." },
    CodeText { ErrorCode::UnsupportedFormat, "unsupported_format",
        "Use a release with SafeTensors weights in BF16, F16 or F32, or a GGUF file of a common type." },
    CodeText { ErrorCode::ModelNotFound, "model_not_found",
        "Check the name with `moru-cli models`, or give the path of the model's folder." },
    CodeText { ErrorCode::Cancelled, "cancelled", "Start it again when you want it." },
    CodeText { ErrorCode::Internal, "internal", "Please report it with the log file." },
};

constexpr bool listedInOrder()
{
    for (std::size_t i = 0; i < kCodes.size(); ++i) {
        if (static_cast<std::size_t>(kCodes[i].code) != i)
            return false;
    }
    return static_cast<std::size_t>(ErrorCode::Internal) + 1 == kCodes.size();
}
static_assert(listedInOrder(), "one entry for each ErrorCode, in the order of the enum");

const CodeText& textOf(ErrorCode code)
{
    const auto index = static_cast<std::size_t>(code);
    return index < kCodes.size() ? kCodes[index] : kCodes.back();
}

} // namespace

std::string_view errorCodeName(ErrorCode code)
{
    return textOf(code).name;
}

std::string_view errorCodeHelp(ErrorCode code)
{
    return textOf(code).help;
}

std::string describe(const Error& error)
{
    return error.where.empty() ? error.message : error.where + ": " + error.message;
}

} // namespace moru
