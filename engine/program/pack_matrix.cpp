#include "engine/program/pack_matrix.h"

#include "engine/core/mapped_file.h"
#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>

namespace moru {

namespace {

constexpr std::size_t kPieceBytes = 4 << 20; ///< Between two looks at the stop token.
constexpr std::size_t kPageBytes = 4096;
constexpr std::int64_t kPanelsPerWorker = 4; ///< Between two meetings of the workers.

} // namespace

std::optional<QuantisationError> packMatrix(const TensorView& tensor, const MatrixFormat& format,
    const float* columnWeights, const AlignedBuffer& buffer, const kernels::KernelTable& kernels,
    ThreadPool& pool, const PieceObserver& advanced)
{
    const std::int64_t rows = tensor.shape[0];
    const std::int64_t columns = tensor.shape[1];
    const std::size_t rowBytes = std::size_t(columns) * dtypeBytes(tensor.dtype);
    const std::int64_t panels = panelCount(rows);
    const std::int64_t group = groupColumns(format.weights, columns);
    const std::int64_t panelBytes
        = isInt8(format.weights) ? int8PanelBytes(columns, group) : int4PanelBytes(columns);
    // Rotation fills the columns that padding adds.
    const bool rotates = isRotated(format.input);
    const std::int64_t width = rotates ? paddedColumns(columns) : columns;
    std::vector<std::vector<float>> floats(std::size_t(pool.threadCount()));
    // By panel and added in order, so that the sum does not depend on the workers.
    std::vector<QuantisationError> errors(static_cast<std::size_t>(panels));
    const auto packPanel = [&](std::int64_t panel, std::vector<float>& numbers) {
        const std::int64_t firstRow = panel * kPanelRows;
        const std::int64_t rowCount = std::min(kPanelRows, rows - firstRow);
        numbers.resize(std::size_t(rowCount * width));
        const std::byte* stored = tensor.bytes.data() + std::size_t(firstRow) * rowBytes;
        for (std::int64_t r = 0; r < rowCount; ++r) {
            float* row = numbers.data() + r * width;
            convertToFloat(tensor.dtype, stored + std::size_t(r) * rowBytes, row, std::size_t(columns));
            if (rotates)
                kernels.rotateBlocks(row, columns, row);
        }
        std::uint8_t* const output = buffer.as<std::uint8_t>().data() + panel * panelBytes;
        const kernels::WeightRows weights { numbers.data(), rowCount, width, columnWeights };
        const kernels::PackingError cost = isInt8(format.weights)
            ? kernels.quantiseInt8Panel(weights, group, output)
            : kernels.quantiseInt4Panel(weights, output);
        errors[std::size_t(panel)] = { cost.squaredError, cost.energy };
    };
    const std::int64_t batch = kPanelsPerWorker * pool.threadCount();
    for (std::int64_t first = 0; first < panels; first += batch) {
        const std::int64_t end = std::min(first + batch, panels);
        pool.run([&](int worker) {
            for (std::int64_t panel = first + worker; panel < end; panel += pool.threadCount())
                packPanel(panel, floats[std::size_t(worker)]);
        });
        const std::size_t begin = std::size_t(first * kPanelRows) * rowBytes;
        const std::size_t pieceEnd = std::size_t(std::min(end * kPanelRows, rows)) * rowBytes;
        releasePages(tensor.bytes.subspan(begin, pieceEnd - begin));
        if (!advanced(pieceEnd - begin))
            return std::nullopt;
    }
    QuantisationError error;
    for (const QuantisationError& ofPanel : errors)
        error += ofPanel;
    return error;
}

bool narrowMatrix(const TensorView& tensor, const AlignedBuffer& buffer, const PieceObserver& advanced)
{
    const auto output = buffer.as<std::uint16_t>();
    std::vector<float> piece(kPieceBytes / sizeof(float));
    std::size_t done = 0;
    for (std::size_t begin = 0; begin < tensor.bytes.size(); begin += kPieceBytes) {
        const auto source = tensor.bytes.subspan(begin, std::min(kPieceBytes, tensor.bytes.size() - begin));
        const std::size_t count = source.size() / sizeof(float);
        convertToFloat(DType::F32, source.data(), piece.data(), count);
        for (std::size_t i = 0; i < count; ++i)
            output[done + i] = floatToBf16(piece[i]);
        done += count;
        releasePages(source);
        if (!advanced(source.size()))
            return false;
    }
    return true;
}

bool touchPages(std::span<const std::byte> bytes, const PieceObserver& advanced)
{
    for (std::size_t begin = 0; begin < bytes.size(); begin += kPieceBytes) {
        const std::size_t end = std::min(begin + kPieceBytes, bytes.size());
        for (std::size_t at = begin; at < end; at += kPageBytes)
            static_cast<void>(*static_cast<const volatile std::byte*>(&bytes[at]));
        if (!advanced(end - begin))
            return false;
    }
    return true;
}

} // namespace moru
