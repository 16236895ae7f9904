#include "engine/quantization/scale_search.h"

#include "engine/core/dtype.h"
#include "engine/quantization/packed_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace moru {

namespace {

// Four floats: a register of every x86-64. Sums of scalars would be added one after the other, because the
// compiler must not change their order.
constexpr std::size_t kLanes = 4;
using Lanes __attribute__((vector_size(sizeof(float) * kLanes))) = float;

// Added and taken away again, it leaves the nearest integer of what is below 2²². nearbyint is a call of a
// library where the build knows no newer processor.
constexpr float kRoundToInteger = 12582912; // 1.5 · 2²³

// Below this a scale is denormal, and its inverse would overflow.
constexpr float kSmallestScale = std::numeric_limits<float>::min();

constexpr float kInt8Highest = 127;
constexpr int kRefinements = 4; ///< of a line of least squares; most groups need one or two

Lanes load(const float* p)
{
    Lanes x;
    std::memcpy(&x, p, sizeof x);
    return x;
}

float sumOf(Lanes x)
{
    return (x[0] + x[1]) + (x[2] + x[3]);
}

/// A code as the loops need it.
struct Steps {
    float scale;
    float inverse;
    float zero;
    float lowest;
    float highest;

    explicit Steps(const GroupCode& code)
        : scale(bf16ToFloat(code.scaleBits))
        , inverse(scale != 0 ? 1 / scale : 0)
        , zero(static_cast<float>(code.zeroPoint) / static_cast<float>(kZeroPointSteps))
        , lowest(static_cast<float>(code.lowest))
        , highest(static_cast<float>(code.highest))
    {
    }

    [[nodiscard]] Lanes integers(Lanes weights) const
    {
        const Lanes place = weights * inverse + zero;
        const Lanes above = place > lowest ? place : lowest - Lanes {}; // NaN goes here too
        const Lanes inside = above < highest ? above : highest - Lanes {};
        return (inside + kRoundToInteger) - kRoundToInteger;
    }
};

float largestOf(std::span<const float> weights)
{
    float largest = 0;
    for (const float weight : weights)
        largest = std::abs(weight) > std::abs(largest) ? weight : largest;
    return largest;
}

std::uint16_t scaleBitsOf(float scale)
{
    const std::uint16_t bits = floatToBf16(scale);
    const float stored = std::abs(bf16ToFloat(bits));
    return stored >= kSmallestScale && std::isfinite(stored) ? bits : std::uint16_t { 0 };
}

/// Σ importance · (weight − decoded)², in units of the largest weight, so that nothing overflows.
float errorOf(const WeightRow::Group& group, const GroupCode& code, float largest)
{
    const Steps steps(code);
    const float unit = 1 / largest;
    const float scale = steps.scale * unit;
    Lanes sum {};
    for (std::size_t k = 0; k < group.weights.size(); k += kLanes) {
        const Lanes weights = load(&group.weights[k]);
        const Lanes error = weights * unit - (steps.integers(weights) - steps.zero) * scale;
        sum += error * error * load(&group.importance[k]);
    }
    return sumOf(sum);
}

/// Keeps the best of the codes that it is shown.
class Best {
public:
    Best(const WeightRow::Group& group, float largest)
        : group_(group)
        , largest_(largest)
    {
    }
    /// Whether it is better than those before.
    bool consider(const GroupCode& code)
    {
        if (code.scaleBits == 0)
            return false;
        const float error = errorOf(group_, code, largest_);
        if (!(error < error_))
            return false;
        error_ = error;
        code_ = code;
        return true;
    }
    [[nodiscard]] bool hasCode() const { return code_.scaleBits != 0; }
    /// A code of zeros where none was better than that.
    [[nodiscard]] GroupCode codeOr(const GroupCode& zeros) const { return hasCode() ? code_ : zeros; }

private:
    const WeightRow::Group& group_;
    float largest_;
    float error_ = std::numeric_limits<float>::infinity();
    GroupCode code_;
};

GroupCode withZeroPoint(float scale, float zero)
{
    const float steps = std::clamp(zero * static_cast<float>(kZeroPointSteps), 0.0F, 255.0F);
    if (std::isnan(steps))
        return {}; // NaN or infinity among the weights: no line goes through them
    return { scaleBitsOf(scale), static_cast<int>((steps + kRoundToInteger) - kRoundToInteger), 0, 15 };
}

/// Scale and zero point of the straight line through the integers that `code` gives to the weights.
GroupCode refined(const WeightRow::Group& group, const GroupCode& code, float largest)
{
    const Steps steps(code);
    const float unit = 1 / largest;
    Lanes count {};
    Lanes n {};
    Lanes nn {};
    Lanes w {};
    Lanes nw {};
    for (std::size_t k = 0; k < group.weights.size(); k += kLanes) {
        const Lanes weights = load(&group.weights[k]);
        const Lanes integers = steps.integers(weights);
        const Lanes importance = load(&group.importance[k]);
        const Lanes scaled = weights * unit * importance;
        count += importance;
        n += integers * importance;
        nn += integers * integers * importance;
        w += scaled;
        nw += integers * scaled;
    }
    const float sumN = sumOf(n);
    const float sumCount = sumOf(count);
    const float determinant = sumCount * sumOf(nn) - sumN * sumN;
    if (!(determinant > 0))
        return code;
    const float scale = (sumCount * sumOf(nw) - sumN * sumOf(w)) / determinant;
    if (!(scale > 0))
        return code;
    const float minimum = (sumOf(w) - scale * sumN) / sumCount;
    return withZeroPoint(scale * largest, -minimum / scale);
}

} // namespace

WeightRow::WeightRow(std::int64_t columns, const float* columnWeights)
    : columns_(columns)
    , weights_(std::size_t((columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock))
    , importance_(weights_.size())
{
    if (columnWeights != nullptr)
        std::copy_n(columnWeights, columns, importance_.begin());
    else
        std::fill_n(importance_.begin(), columns, 1.0F);
}

void WeightRow::read(const float* weights)
{
    std::copy_n(weights, columns_, weights_.begin());
}

void encodeGroup(std::span<const float> weights, const GroupCode& code, std::span<std::int8_t> integers)
{
    const Steps steps(code);
    for (std::size_t k = 0; k < weights.size(); k += kLanes) {
        const Lanes rounded = steps.integers(load(&weights[k]));
        for (std::size_t i = 0; i < kLanes; ++i)
            integers[k + i] = static_cast<std::int8_t>(rounded[i]);
    }
}

QuantisationError measureGroup(const WeightRow::Group& group, const GroupCode& code)
{
    const float largest = std::abs(largestOf(group.weights));
    if (!(largest > 0)) {
        // Zeros, or nothing but NaN, which must not pass for zeros.
        const auto sum
            = static_cast<double>(std::accumulate(group.weights.begin(), group.weights.end(), 0.0F));
        return { sum, sum };
    }
    const float unit = 1 / largest;
    Lanes energy {};
    for (std::size_t k = 0; k < group.weights.size(); k += kLanes) {
        const Lanes weights = load(&group.weights[k]) * unit;
        energy += weights * weights * load(&group.importance[k]);
    }
    const double square = static_cast<double>(largest) * static_cast<double>(largest);
    return { square * static_cast<double>(errorOf(group, code, largest)),
        square * static_cast<double>(sumOf(energy)) };
}

GroupCode searchInt8(const WeightRow::Group& group)
{
    constexpr int kMost = static_cast<int>(kInt8Highest);
    const float largest = std::abs(largestOf(group.weights));
    Best best(group, largest);
    // bf16 numbers lie up to 1/128 apart: the nearest may cut the largest weight by half a step, the next
    // holds it, and one below pays where large weights are few.
    const std::uint16_t nearest = scaleBitsOf(largest / kInt8Highest);
    for (int step = -1; nearest != 0 && step <= 1; ++step) {
        const std::uint16_t bits = scaleBitsOf(bf16ToFloat(static_cast<std::uint16_t>(nearest + step)));
        best.consider({ bits, 0, -kMost, kMost });
    }
    return best.codeOr({ 0, 0, -kMost, kMost });
}

GroupCode searchInt4(const WeightRow::Group& group)
{
    float low = 0;
    float high = 0;
    for (const float weight : group.weights) {
        low = std::min(low, weight);
        high = std::max(high, weight);
    }
    const float largest = std::max(high, -low);
    Best best(group, largest);
    if (largest == 0)
        return best.codeOr({ 0, 0, 0, 15 });
    const float range = high / largest - low / largest; // the difference itself might overflow
    // Steps from end to end. Above 15 the ends are cut; below, for numbers that were made with a wider range.
    for (const float steps : { 12.0F, 13.0F, 14.0F, 14.5F, 15.0F, 15.5F, 16.0F, 16.5F }) {
        const float scale = range / steps * largest;
        const float excess = 0.5F * std::max(steps - 15, 0.0F);
        best.consider(withZeroPoint(scale, -low / scale - excess));
    }
    // Each line through the integers of the best code so far gives better integers, until it does not.
    for (int round = 0; round < kRefinements && best.hasCode(); ++round) {
        if (!best.consider(refined(group, best.codeOr({}), largest)))
            break;
    }
    return best.codeOr({ 0, 0, 0, 15 });
}

} // namespace moru
