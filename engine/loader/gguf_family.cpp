#include "engine/loader/gguf_family.h"

#include "engine/loader/config_reader.h"
#include "engine/loader/json_file.h"
#include "engine/loader/safetensors_reader.h"

#include <algorithm>
#include <array>

namespace moru {

namespace {

constexpr std::array kFamilies { GgufFamily::Llama, GgufFamily::Gemma3, GgufFamily::Qwen2 };

constexpr std::int64_t kComparedRows = 16;
/// Energy of the difference over energy of the values. Two 4-bit forms of one matrix stay below 0.02; two
/// unrelated matrices of like size come to 2.
constexpr double kSameMatrix = 0.2;

} // namespace

std::string_view ggufFamilyName(GgufFamily family)
{
    switch (family) {
    case GgufFamily::Llama:
        return "llama";
    case GgufFamily::Gemma3:
        return "gemma3";
    case GgufFamily::Qwen2:
        return "qwen2";
    }
    return {};
}

Result<GgufFamily> recogniseFamily(const GgufFile& file)
{
    ConfigReader reader(file.metadata(), file.path());
    const std::string name = reader.string("general.architecture");
    if (auto read = reader.finish(); !read)
        return std::unexpected(read.error());
    for (const GgufFamily family : kFamilies) {
        if (ggufFamilyName(family) == name)
            return family;
    }
    return failure(ErrorCode::UnsupportedArchitecture, file.path(),
        "GGUF files of the architecture \"{}\" cannot be imported; llama, gemma3 and qwen2 can",
        excerpt(name));
}

Result<bool> tiesEmbeddings(const GgufFile& file)
{
    const GgufTensor* input = file.find("token_embd.weight");
    if (!input)
        return failure(ErrorCode::MissingTensor, file.path(), "there is no token_embd.weight");
    if (input->shape.size() != 2)
        return failure(ErrorCode::WrongShape, file.path(), "token_embd.weight is {}, not a matrix",
            shapeText(input->shape));
    const GgufTensor* output = file.find("output.weight");
    if (!output)
        return true;
    if (output->shape != input->shape)
        return false;
    std::vector<float> inputRow(static_cast<std::size_t>(input->rowLength()));
    std::vector<float> outputRow(inputRow.size());
    double difference = 0;
    double energy = 0;
    const std::int64_t step = std::max<std::int64_t>(1, input->rowCount() / kComparedRows);
    for (std::int64_t row = 0; row < input->rowCount(); row += step) {
        dequantize(*input->format, input->row(row), inputRow);
        dequantize(*output->format, output->row(row), outputRow);
        for (std::size_t i = 0; i < inputRow.size(); ++i) {
            const double gap = double { inputRow[i] } - double { outputRow[i] };
            difference += gap * gap;
            energy += double { outputRow[i] } * double { outputRow[i] };
        }
    }
    return difference <= kSameMatrix * energy;
}

} // namespace moru
