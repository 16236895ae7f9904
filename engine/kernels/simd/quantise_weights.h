#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/kernels/scalar/kernels.h"

#include <cstring>
#include <limits>

// What engine/quantization/scale_search.cpp does, for as many rows at once as there are lanes: a lane
// computes what is computed there for its row, sum by sum in the same order, so that the bytes and the errors
// are the same on every processor. Compiled without contraction, which would round differently.

namespace moru::kernels::simd {

/// Added and taken away again, it leaves the nearest integer of what is below 2²².
inline constexpr float kRoundToInteger = 12582912; // 1.5 · 2²³

/// One group of columns of some rows, column after column. `L`: a folder's weight_lanes.h.
template <class L> class WeightGroup {
public:
    using Floats = typename L::Floats;
    using Bits = typename L::Bits;
    static constexpr int kLanes = L::kLanes;

    /// What the integers of each row mean. A scale of 0 stands for a group of zeros.
    struct Code {
        Floats scale {};
        Floats zero {};
    };

    /// Reads `count` columns, at most 512, of the rows that there are; the others and what is beyond the
    /// columns is zero and weighs nothing.
    void read(const WeightRows& rows, std::int64_t firstRow, std::int64_t firstColumn, int count)
    {
        count_ = count;
        const std::int64_t left = rows.columns - firstColumn;
        const int present = static_cast<int>(left < 0 ? 0 : left < count ? left : count);
        for (int k = 0; k < count; ++k) {
            const bool isPresent = k < present;
            importance_[k] = !isPresent ? 0.0F
                : rows.columnWeights    ? rows.columnWeights[firstColumn + k]
                                        : 1.0F;
        }
        for (int lane = 0; lane < kLanes; ++lane) {
            const bool isRow = firstRow + lane < rows.rowCount;
            const int filled = isRow ? present : 0;
            const float* from = rows.weights + (firstRow + lane) * rows.columns + firstColumn;
            for (int k = 0; k < filled; ++k)
                weights_[k * kLanes + lane] = from[k];
            for (int k = filled; k < count; ++k)
                weights_[k * kLanes + lane] = 0;
        }
    }

    /// Takes the largest magnitude of each row as the unit of errors, so that nothing overflows.
    void setUnit(Floats largest)
    {
        largest_ = largest;
        const Floats unit = largest > 0 ? 1 / largest : Floats {};
        for (int k = 0; k < count_; ++k)
            store(scaled_, k, load(weights_, k) * unit);
    }

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] Floats largest() const { return largest_; }
    [[nodiscard]] Floats weight(int k) const { return load(weights_, k); }

    template <int kLowest, int kHighest>
    [[nodiscard]] static Floats integers(Floats weights, const Code& code)
    {
        const Floats inverse = code.scale != 0 ? 1 / code.scale : Floats {};
        return integersOf<kLowest, kHighest>(weights, inverse, code.zero);
    }

    /// Σ importance · (weight − decoded)², in units.
    template <int kLowest, int kHighest> [[nodiscard]] Floats errorOf(const Code& code) const
    {
        const Floats unit = largest_ > 0 ? 1 / largest_ : Floats {};
        const Floats inverse = code.scale != 0 ? 1 / code.scale : Floats {};
        const Floats scale = code.scale * unit;
        Floats sums[kSums] = {};
        for (int k = 0; k < count_; k += kSums) {
            for (int i = 0; i < kSums; ++i) {
                const Floats steps
                    = integersOf<kLowest, kHighest>(load(weights_, k + i), inverse, code.zero) - code.zero;
                const Floats error = load(scaled_, k + i) - steps * scale;
                sums[i] += error * error * importance_[k + i];
            }
        }
        return total(sums);
    }

    [[nodiscard]] Floats energy() const
    {
        Floats sums[kSums] = {};
        for (int k = 0; k < count_; k += kSums) {
            for (int i = 0; i < kSums; ++i) {
                const Floats scaled = load(scaled_, k + i);
                sums[i] += scaled * scaled * importance_[k + i];
            }
        }
        return total(sums);
    }

    /// Scale and zero point of the straight lines through the integers that `code` gives to the weights; rows
    /// without such a line keep their code.
    template <int kLowest, int kHighest> [[nodiscard]] Code refined(const Code& code) const
    {
        const Floats inverse = code.scale != 0 ? 1 / code.scale : Floats {};
        Floats counts[kSums] = {};
        Floats ns[kSums] = {};
        Floats nns[kSums] = {};
        Floats ws[kSums] = {};
        Floats nws[kSums] = {};
        for (int k = 0; k < count_; k += kSums) {
            for (int i = 0; i < kSums; ++i) {
                const Floats n = integersOf<kLowest, kHighest>(load(weights_, k + i), inverse, code.zero);
                const float importance = importance_[k + i];
                const Floats w = load(scaled_, k + i) * importance;
                counts[i] += importance;
                ns[i] += n * importance;
                nns[i] += n * n * importance;
                ws[i] += w;
                nws[i] += n * w;
            }
        }
        const Floats count = total(counts);
        const Floats n = total(ns);
        const Floats w = total(ws);
        const Floats determinant = count * total(nns) - n * n;
        const Floats scale = (count * total(nws) - n * w) / determinant;
        const Floats minimum = (w - scale * n) / count;
        const Code line { storedScale(scale * largest_), storedZero(-minimum / scale) };
        const auto isLine = (determinant > 0) & (scale > 0);
        return { isLine ? line.scale : code.scale, isLine ? line.zero : code.zero };
    }

    [[nodiscard]] static Floats all(float x) { return x - Floats {}; }

    /// As bf16 stores it; 0 where it is denormal or not finite.
    [[nodiscard]] static Floats storedScale(Floats scale)
    {
        const auto bits = __builtin_bit_cast(Bits, scale);
        const Bits rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) & 0xFFFF0000U;
        return usable(rounded);
    }
    /// The bf16 number `step` further.
    [[nodiscard]] static Floats neighbour(Floats scale, int step)
    {
        const Bits bits = __builtin_bit_cast(Bits, scale) + (static_cast<std::uint32_t>(step) << 16);
        return scale != 0 ? usable(bits) : Floats {};
    }
    /// As sixteenths of a step store it.
    [[nodiscard]] static Floats storedZero(Floats zero)
    {
        constexpr auto kSixteenths = static_cast<float>(kZeroPointSteps);
        const Floats wanted = zero * kSixteenths;
        const Floats above = wanted < 0 ? Floats {} : wanted;
        const Floats inside = all(255) < above ? all(255) : above;
        return ((inside + kRoundToInteger) - kRoundToInteger) / kSixteenths;
    }

private:
    static constexpr int kSums = 4;
    static constexpr int kMostColumns = static_cast<int>(kMostBlockColumns);

    [[nodiscard]] static Floats load(const float* block, int k)
    {
        Floats x;
        std::memcpy(&x, block + k * kLanes, sizeof x);
        return x;
    }
    static void store(float* block, int k, Floats x) { std::memcpy(block + k * kLanes, &x, sizeof x); }

    [[nodiscard]] static Floats total(const Floats* sums)
    {
        return (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }

    template <int kLowest, int kHighest>
    [[nodiscard]] static Floats integersOf(Floats weights, Floats inverse, Floats zero)
    {
        const Floats place = weights * inverse + zero;
        const Floats above = place > static_cast<float>(kLowest) ? place : all(kLowest); // NaN goes here too
        const Floats inside = above < static_cast<float>(kHighest) ? above : all(kHighest);
        return (inside + kRoundToInteger) - kRoundToInteger;
    }

    [[nodiscard]] static Floats usable(Bits bits)
    {
        const auto stored = __builtin_bit_cast(Floats, bits);
        const auto size = __builtin_bit_cast(Floats, bits & 0x7FFFFFFFU);
        const auto isUsable
            = (size >= std::numeric_limits<float>::min()) & (size <= std::numeric_limits<float>::max());
        return isUsable ? stored : Floats {};
    }

    int count_ = 0;
    Floats largest_ {};
    alignas(64) float importance_[kMostColumns];
    alignas(64) float weights_[kMostColumns * kLanes];
    alignas(64) float scaled_[kMostColumns * kLanes];
};

/// Keeps the best of the codes that it is shown, row by row.
template <class L, int kLowest, int kHighest> class BestCode {
public:
    using Group = WeightGroup<L>;
    using Floats = typename L::Floats;

    explicit BestCode(const Group& group)
        : group_(group)
    {
    }
    /// Whether any row's is better than those before.
    bool consider(const typename Group::Code& code)
    {
        const Floats error = group_.template errorOf<kLowest, kHighest>(code);
        const auto isBetter = (code.scale != 0) & (error < error_);
        error_ = isBetter ? error : error_;
        code_.scale = isBetter ? code.scale : code_.scale;
        code_.zero = isBetter ? code.zero : code_.zero;
        std::int32_t better[L::kLanes];
        static_assert(sizeof better == sizeof isBetter);
        std::memcpy(better, &isBetter, sizeof better);
        std::int32_t any = 0;
        for (const std::int32_t lane : better)
            any |= lane;
        return any != 0;
    }
    [[nodiscard]] const typename Group::Code& code() const { return code_; }
    /// That of zeros where there is no code.
    [[nodiscard]] Floats error() const { return code_.scale != 0 ? error_ : group_.energy(); }

private:
    const Group& group_;
    Floats error_ = Group::all(std::numeric_limits<float>::infinity());
    typename Group::Code code_ {};
};

/// What a strip of rows costs, group by group.
template <class L> class StripErrors {
public:
    void add(const WeightGroup<L>& group, typename L::Floats error)
    {
        float errors[L::kLanes];
        float energies[L::kLanes];
        float largest[L::kLanes];
        const typename L::Floats energy = group.energy();
        const typename L::Floats unit = group.largest();
        std::memcpy(errors, &error, sizeof errors);
        std::memcpy(energies, &energy, sizeof energies);
        std::memcpy(largest, &unit, sizeof largest);
        for (int lane = 0; lane < L::kLanes; ++lane) {
            const double square = static_cast<double>(largest[lane]) * static_cast<double>(largest[lane]);
            squaredErrors_[lane] += square * static_cast<double>(errors[lane]);
            energies_[lane] += square * static_cast<double>(energies[lane]);
        }
    }
    void addTo(PackingError& sum, std::int64_t rowCount) const
    {
        for (int lane = 0; lane < L::kLanes && lane < rowCount; ++lane) {
            sum.squaredError += squaredErrors_[lane];
            sum.energy += energies_[lane];
        }
    }

private:
    double squaredErrors_[L::kLanes] = {};
    double energies_[L::kLanes] = {};
};

/// Stores the scales of a strip's rows as bf16.
template <class L> void storeScales(typename L::Floats scale, std::uint8_t* to)
{
    std::uint32_t bits[L::kLanes];
    std::memcpy(bits, &scale, sizeof bits);
    for (int lane = 0; lane < L::kLanes; ++lane) {
        const auto high = static_cast<std::uint16_t>(bits[lane] >> 16);
        std::memcpy(to + lane * 2, &high, sizeof high);
    }
}

template <class L> typename L::Bits asBits(typename L::Floats integers)
{
    return __builtin_bit_cast(typename L::Bits, __builtin_convertvector(integers, typename L::Integers));
}

template <class L>
PackingError quantiseInt8Panel(const WeightRows& rows, std::int64_t groupSize, std::uint8_t* panel)
{
    // A WeightGroup has no room for larger groups, which nothing asks for.
    if (groupSize > kMostBlockColumns)
        return scalar::quantiseInt8Panel(rows, groupSize, panel);
    using Floats = typename L::Floats;
    using Bits = typename L::Bits;
    constexpr int kMost = 127;
    const std::int64_t groupBytes = kScaleBytes + groupSize / 4 * kQuadBytes;
    const std::int64_t padded = (rows.columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
    PackingError sum;
    WeightGroup<L> group;
    for (std::int64_t row = 0; row < kPanelRows; row += L::kLanes) {
        StripErrors<L> errors;
        for (std::int64_t start = 0; start < padded; start += groupSize) {
            group.read(rows, row, start, static_cast<int>(groupSize));
            Floats largest {};
            for (int k = 0; k < group.count(); ++k) {
                const Floats weight = group.weight(k);
                const Floats size = weight < 0 ? -weight : weight;
                largest = size > largest ? size : largest;
            }
            group.setUnit(largest);
            BestCode<L, -kMost, kMost> best(group);
            const Floats nearest = group.storedScale(largest / static_cast<float>(kMost));
            for (int step = -1; step <= 1; ++step)
                best.consider({ group.neighbour(nearest, step), Floats {} });
            errors.add(group, best.error());

            std::uint8_t* to = panel + start / groupSize * groupBytes;
            storeScales<L>(best.code().scale, to + row * 2);
            to += kScaleBytes + row * 4;
            for (int k = 0; k < group.count(); k += 4) {
                Bits word {};
                for (int i = 0; i < 4; ++i) {
                    const Floats integers
                        = group.template integers<-kMost, kMost>(group.weight(k + i), best.code());
                    word |= (asBits<L>(integers) + static_cast<std::uint32_t>(kInt8ZeroPoint)) << (8 * i);
                }
                std::memcpy(to + k / 4 * kQuadBytes, &word, sizeof word);
            }
        }
        errors.addTo(sum, rows.rowCount - row);
    }
    return sum;
}

/// The best code of 16 steps with a zero point.
template <class L> BestCode<L, 0, 15> searchZeroPoints(WeightGroup<L>& group)
{
    using Floats = typename L::Floats;
    constexpr int kRefinements = 4;
    Floats low {};
    Floats high {};
    for (int k = 0; k < group.count(); ++k) {
        const Floats weight = group.weight(k);
        low = weight < low ? weight : low;
        high = high < weight ? weight : high;
    }
    const Floats largest = high < -low ? -low : high;
    group.setUnit(largest);
    BestCode<L, 0, 15> best(group);
    const Floats range = high / largest - low / largest;
    constexpr float kSteps[] = { 12, 13, 14, 14.5F, 15, 15.5F, 16, 16.5F };
    for (const float steps : kSteps) {
        const Floats scale = range / steps * largest;
        const float excess = steps > 15 ? 0.5F * (steps - 15) : 0.0F;
        best.consider({ group.storedScale(scale), group.storedZero(-low / scale - excess) });
    }
    for (int round = 0; round < kRefinements; ++round) {
        if (!best.consider(group.template refined<0, 15>(best.code())))
            break;
    }
    return best;
}

template <class L> PackingError quantiseInt4Panel(const WeightRows& rows, std::uint8_t* panel)
{
    using Floats = typename L::Floats;
    using Bits = typename L::Bits;
    constexpr int kGroup = static_cast<int>(kSmallGroup);
    constexpr std::int64_t kGroupBytes = kScaleBytes + kZeroPointBytes + kGroup / 8 * kQuadBytes;
    const std::int64_t padded = (rows.columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
    PackingError sum;
    WeightGroup<L> group;
    for (std::int64_t row = 0; row < kPanelRows; row += L::kLanes) {
        StripErrors<L> errors;
        for (std::int64_t start = 0; start < padded; start += kGroup) {
            group.read(rows, row, start, kGroup);
            const BestCode<L, 0, 15> best = searchZeroPoints(group);
            errors.add(group, best.error());

            std::uint8_t* to = panel + start / kGroup * kGroupBytes;
            storeScales<L>(best.code().scale, to + row * 2);
            const Bits zeros = asBits<L>(best.code().zero * static_cast<float>(kZeroPointSteps));
            std::uint32_t zeroPoints[L::kLanes];
            std::memcpy(zeroPoints, &zeros, sizeof zeroPoints);
            for (int lane = 0; lane < L::kLanes; ++lane)
                to[kScaleBytes + row + lane] = static_cast<std::uint8_t>(zeroPoints[lane]);
            to += kScaleBytes + kZeroPointBytes + row * 4;
            for (int k = 0; k < kGroup; k += 8) {
                Bits word {};
                for (int i = 0; i < 8; ++i) {
                    const Floats integers = group.template integers<0, 15>(group.weight(k + i), best.code());
                    word |= asBits<L>(integers) << (8 * (i % 4) + (i < 4 ? 0 : 4));
                }
                std::memcpy(to + k / 8 * kQuadBytes, &word, sizeof word);
            }
        }
        errors.addTo(sum, rows.rowCount - row);
    }
    return sum;
}

} // namespace moru::kernels::simd
