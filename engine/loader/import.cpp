#include "engine/api/import.h"

#include "engine/core/dtype.h"
#include "engine/loader/gguf_config.h"
#include "engine/loader/gguf_names.h"
#include "engine/loader/gguf_tokenizer.h"
#include "engine/loader/safetensors_writer.h"
#include "engine/loader/staged_folder.h"

#include <algorithm>
#include <set>

namespace moru {

namespace {

/// Numbers converted at a time: 4 MB as floats, small beside any model and large beside the calls around it.
constexpr std::int64_t kNumbersPerPiece = 1 << 20;
/// Room for the tokenizer's files, which are never larger than this.
constexpr std::uint64_t kRoomForTextsBytes = 64U << 20;

std::vector<PlannedTensor> plannedTensors(const std::vector<ImportedTensor>& tensors)
{
    std::vector<PlannedTensor> plan;
    for (const ImportedTensor& tensor : tensors)
        plan.push_back({ tensor.name, DType::BF16, tensor.source->shape });
    return plan;
}

std::uint64_t sizeInBf16(const std::vector<ImportedTensor>& tensors)
{
    std::uint64_t bytes = 0;
    for (const ImportedTensor& tensor : tensors) // no overflow: each number takes more than a bit in the file
        bytes += 2 * static_cast<std::uint64_t>(tensor.source->elementCount());
    return bytes;
}

/// Writes all tensors as BF16, some rows at a time; tells of progress and hears of cancelling between pieces.
class WeightsConverter {
public:
    WeightsConverter(SafeTensorsWriter& writer, const std::function<void(const ImportProgress&)>& observer,
        const std::stop_token& stop)
        : writer_(writer)
        , observer_(observer)
        , stop_(stop)
    {
        progress_.bytesTotal = writer.dataBytes();
    }

    [[nodiscard]] Result<void> convert(const ImportedTensor& tensor)
    {
        progress_.tensor = tensor.name;
        const std::int64_t rowLength = tensor.source->rowLength();
        const std::int64_t rowsPerPiece = std::max<std::int64_t>(1, kNumbersPerPiece / rowLength);
        for (std::int64_t first = 0; first < tensor.source->rowCount(); first += rowsPerPiece) {
            if (stop_.stop_requested())
                return failure(ErrorCode::Cancelled, "", "the import was cancelled");
            const std::int64_t count = std::min(rowsPerPiece, tensor.source->rowCount() - first);
            if (auto written = convertRows(tensor, first, count); !written)
                return written;
        }
        return {};
    }

private:
    [[nodiscard]] Result<void> convertRows(
        const ImportedTensor& tensor, std::int64_t first, std::int64_t count)
    {
        const auto rowLength = static_cast<std::size_t>(tensor.source->rowLength());
        row_.resize(rowLength);
        converted_.resize(rowLength * static_cast<std::size_t>(count));
        auto out = converted_.begin();
        for (std::int64_t row = first; row < first + count; ++row) {
            dequantize(*tensor.source->format, tensor.source->row(tensor.sourceRow(row)), row_);
            out = std::transform(row_.begin(), row_.end(), out,
                [&tensor](float value) { return floatToBf16(value - tensor.subtract); });
        }
        if (auto written = writer_.write(std::as_bytes(std::span(converted_))); !written)
            return written;
        progress_.bytesDone += 2 * converted_.size();
        if (observer_)
            observer_(progress_);
        return {};
    }

    SafeTensorsWriter& writer_;
    const std::function<void(const ImportProgress&)>& observer_;
    const std::stop_token& stop_;
    ImportProgress progress_;
    std::vector<float> row_;
    std::vector<std::uint16_t> converted_;
};

Result<void> writeWeights(const std::vector<ImportedTensor>& tensors, const std::filesystem::path& path,
    const std::function<void(const ImportProgress&)>& observer, const std::stop_token& stop)
{
    auto writer = SafeTensorsWriter::create(path, plannedTensors(tensors), { { "format", "pt" } });
    if (!writer)
        return std::unexpected(writer.error());
    WeightsConverter converter(*writer, observer, stop);
    for (const ImportedTensor& tensor : tensors) {
        if (auto converted = converter.convert(tensor); !converted)
            return converted;
    }
    return writer->finish();
}

/// Says where the weights come from: they are those of a quantised file, not the release's own.
nlohmann::ordered_json describeSource(const GgufFile& file)
{
    std::set<std::string_view> types;
    for (const GgufTensor& tensor : file.tensors())
        types.insert(tensor.format->name);
    nlohmann::ordered_json source {
        { "gguf_file", std::filesystem::path(file.path()).filename().string() },
        { "tensor_types", types },
        { "note", "weights dequantised from the GGUF file and rounded to bfloat16" },
    };
    for (const char* key : { "general.name", "general.license" }) {
        if (file.metadata().contains(key))
            source[std::string(key).substr(std::string("general.").size())] = file.metadata()[key];
    }
    return source;
}

Result<void> writeTexts(const GgufFile& file, GgufFamily family, const std::filesystem::path& folder)
{
    const auto config = makeConfig(file, family);
    if (!config)
        return std::unexpected(config.error());
    const auto tokenizer = makeTokenizer(file, family);
    if (!tokenizer)
        return std::unexpected(tokenizer.error());
    if (auto written = writeTokenizerFile(tokenizer->file, folder / "tokenizer.json"); !written)
        return written;
    const std::pair<const char*, nlohmann::ordered_json> files[] {
        { "config.json", config->config },
        { "generation_config.json", config->generation },
        { "tokenizer_config.json", tokenizer->config },
        { "SOURCE.json", describeSource(file) },
    };
    for (const auto& [name, value] : files) {
        if (auto written = writeJsonFile(value, folder / name); !written)
            return written;
    }
    return {};
}

} // namespace

Result<ImportReport> importGguf(const std::filesystem::path& gguf, const std::filesystem::path& folder,
    const std::function<void(const ImportProgress&)>& observer, std::stop_token stop)
{
    const auto file = GgufFile::open(gguf);
    if (!file)
        return std::unexpected(file.error());
    const auto family = recogniseFamily(*file);
    if (!family)
        return std::unexpected(family.error());
    const auto tensors = planImport(*file, *family);
    if (!tensors)
        return std::unexpected(tensors.error());
    auto staged = StagedFolder::create(folder, sizeInBf16(*tensors) + kRoomForTextsBytes);
    if (!staged)
        return std::unexpected(staged.error());
    if (auto written = writeTexts(*file, *family, staged->path()); !written)
        return std::unexpected(written.error());
    if (auto written = writeWeights(*tensors, staged->path() / "model.safetensors", observer, stop); !written)
        return std::unexpected(written.error());
    if (auto damage = file->damage(); !damage) // zeros may have been converted
        return std::unexpected(damage.error());
    if (auto placed = staged->commit(); !placed)
        return std::unexpected(placed.error());
    return ImportReport { staged->finalPath(), std::string(ggufFamilyName(*family)),
        static_cast<int>(tensors->size()) };
}

} // namespace moru
