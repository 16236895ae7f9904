#include "engine/program/rounding.h"

#include "engine/core/dtype.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace moru {

namespace {

/// Scales that calibration tries: the largest magnitude times 1, 0.95 … 0.6 gets the last step.
constexpr int kScaleCandidates = 9;
constexpr float kCandidateStep = 0.05F;

float rounded(float value, float scale, float inverse, float steps)
{
    return scale * std::clamp(std::nearbyint(value * inverse), -steps, steps);
}

/// What rounding to multiples of largest / steps would cost.
QuantisationError roundingError(
    const float* values, const float* importance, std::int64_t count, float largest, float steps)
{
    const float scale = largest / steps;
    const float inverse = scale > 0 ? 1 / scale : 0;
    QuantisationError sum;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto value = double(values[i]);
        const double error = value - double(rounded(values[i], scale, inverse, steps));
        sum += { double(importance[i]) * error * error, double(importance[i]) * value * value };
    }
    return sum;
}

/// The share of the largest magnitude, of the first `candidates`, for which `errorOf` is least.
template <typename ErrorOf> float bestCandidate(int candidates, ErrorOf errorOf)
{
    float best = 1;
    if (candidates == 1)
        return best;
    double least = errorOf(best);
    for (int candidate = 1; candidate < candidates; ++candidate) {
        const float share = 1 - kCandidateStep * float(candidate);
        const double error = errorOf(share);
        if (error < least) {
            least = error;
            best = share;
        }
    }
    return best;
}

float largestOf(const float* values, std::int64_t count)
{
    float largest = 0;
    for (std::int64_t i = 0; i < count; ++i)
        largest = std::max(largest, std::abs(values[i]));
    return largest;
}

/// Reads rows of a stored matrix into blocks of 128, rotated if asked for.
class RowReader {
public:
    RowReader(const TensorView& tensor, bool rotates, const kernels::KernelTable& kernels)
        : tensor_(tensor)
        , rotates_(rotates)
        , kernels_(kernels)
        , row_(std::size_t(paddedColumns(tensor.shape[1])))
    {
    }

    std::vector<float>& read(std::int64_t row)
    {
        const std::int64_t columns = tensor_.shape[1];
        const std::size_t rowBytes = std::size_t(columns) * dtypeBytes(tensor_.dtype);
        std::ranges::fill(row_, 0.0F);
        convertToFloat(tensor_.dtype, tensor_.bytes.data() + std::size_t(row) * rowBytes, row_.data(),
            std::size_t(columns));
        if (rotates_)
            kernels_.rotateBlocks(row_.data(), std::int64_t(row_.size()), row_.data());
        return row_;
    }

private:
    const TensorView& tensor_;
    bool rotates_;
    const kernels::KernelTable& kernels_;
    std::vector<float> row_;
};

/// Calls function(row, worker) for all rows, on all workers.
void forEachRow(ThreadPool& pool, std::int64_t rows, const std::function<void(std::int64_t, int)>& function)
{
    pool.run([&](int worker) {
        for (std::int64_t row = worker; row < rows; row += pool.threadCount())
            function(row, worker);
    });
}

/// What gets the last step where the whole tensor has one scale.
float sharedLargest(std::vector<RowReader>& readers, std::int64_t rows, const std::vector<float>& importance,
    int candidates, float steps, ThreadPool& pool)
{
    std::vector<float> byRow(static_cast<std::size_t>(rows));
    forEachRow(pool, rows, [&](std::int64_t row, int worker) {
        const std::vector<float>& values = readers[std::size_t(worker)].read(row);
        byRow[std::size_t(row)] = largestOf(values.data(), std::int64_t(values.size()));
    });
    const float largest = std::ranges::max(byRow);
    return largest * bestCandidate(candidates, [&](float share) {
        std::vector<QuantisationError> errors(static_cast<std::size_t>(rows));
        forEachRow(pool, rows, [&](std::int64_t row, int worker) {
            const std::vector<float>& values = readers[std::size_t(worker)].read(row);
            errors[std::size_t(row)] = roundingError(
                values.data(), importance.data(), std::int64_t(values.size()), largest * share, steps);
        });
        double sum = 0;
        for (const QuantisationError& error : errors)
            sum += error.squaredError;
        return sum;
    });
}

} // namespace

void roundToSteps(float* values, std::int64_t count, float largest, float steps)
{
    const float scale = largest / steps;
    const float inverse = scale > 0 ? 1 / scale : 0;
    for (std::int64_t i = 0; i < count; ++i)
        values[i] = rounded(values[i], scale, inverse, steps);
}

void roundGroups(float* values, std::int64_t columns, std::int64_t group, float steps, bool rotates,
    const kernels::KernelTable& kernels)
{
    const std::int64_t width = rotates ? paddedColumns(columns) : columns;
    if (rotates)
        kernels.rotateBlocks(values, width, values);
    for (std::int64_t start = 0; start < width; start += group) {
        const std::int64_t count = std::min(group, width - start);
        roundToSteps(values + start, count, largestOf(values + start, count), steps);
    }
    if (rotates)
        kernels.rotateBlocks(values, width, values);
}

std::int64_t schemeGroup(bool isInt4)
{
    return isInt4 ? kSmallGroup : kColumnBlock;
}

std::string schemeFormat(ComparisonScheme::Scales scales, bool isInt4)
{
    using Scales = ComparisonScheme::Scales;
    const std::string integers = isInt4 ? "INT4/" : "INT8/";
    switch (scales) {
    case Scales::PerTensor:
        return integers + "tensor";
    case Scales::PerChannel:
        return integers + "row";
    case Scales::Group:
        break;
    }
    return integers + std::to_string(schemeGroup(isInt4));
}

std::int64_t schemeBytes(
    ComparisonScheme::Scales scales, bool isInt4, std::int64_t rows, std::int64_t columns)
{
    using Scales = ComparisonScheme::Scales;
    const std::int64_t group = schemeGroup(isInt4);
    const std::int64_t scaleCount = scales == Scales::PerTensor ? 1
        : scales == Scales::PerChannel                          ? rows
                                                                : rows * ((columns + group - 1) / group);
    const std::int64_t rowBytes = isInt4 ? (columns + 1) / 2 : columns;
    return rows * rowBytes + scaleCount * std::int64_t(sizeof(std::uint16_t));
}

QuantisationError roundMatrix(const TensorView& tensor, const RoundedMatrix& rounding,
    const AlignedBuffer& buffer, const kernels::KernelTable& kernels, ThreadPool& pool)
{
    using Scales = ComparisonScheme::Scales;
    const std::int64_t rows = tensor.shape[0];
    const std::int64_t columns = tensor.shape[1];
    const std::int64_t width = paddedColumns(columns);
    const float steps = rounding.isInt4 ? kNibbleSteps : kByteSteps;
    const std::int64_t group = rounding.scales == Scales::Group ? schemeGroup(rounding.isInt4) : width;
    const bool isCalibrated = rounding.columnWeights != nullptr;
    std::vector<float> importance(std::size_t(width), isCalibrated ? 0.0F : 1.0F);
    if (isCalibrated)
        std::copy_n(rounding.columnWeights, rounding.rotates ? width : columns, importance.begin());
    const int candidates = isCalibrated ? kScaleCandidates : 1;
    std::vector<RowReader> readers(
        std::size_t(pool.threadCount()), RowReader(tensor, rounding.rotates, kernels));
    float shared = 0; // what gets the last step in the whole tensor
    if (rounding.scales == Scales::PerTensor)
        shared = sharedLargest(readers, rows, importance, candidates, steps, pool);

    std::vector<QuantisationError> errors(static_cast<std::size_t>(rows));
    float* const output = buffer.as<float>().data();
    forEachRow(pool, rows, [&](std::int64_t row, int worker) {
        std::vector<float>& values = readers[std::size_t(worker)].read(row);
        for (std::int64_t start = 0; start < width; start += group) {
            const std::int64_t count = std::min(group, width - start);
            float* const from = values.data() + start;
            const float* const weighs = importance.data() + start;
            float last = shared;
            if (rounding.scales != Scales::PerTensor) {
                const float largest = largestOf(from, count);
                last = largest * bestCandidate(candidates, [&](float share) {
                    return roundingError(from, weighs, count, largest * share, steps).squaredError;
                });
            }
            errors[std::size_t(row)] += roundingError(from, weighs, count, last, steps);
            roundToSteps(from, count, last, steps);
        }
        if (rounding.rotates)
            kernels.rotateBlocks(values.data(), width, values.data());
        std::copy_n(values.data(), columns, output + row * columns);
    });
    QuantisationError error;
    for (const QuantisationError& ofRow : errors)
        error += ofRow;
    return error;
}

} // namespace moru
