#include "engine/kernels/scalar/kernels.h"

#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"

namespace moru::kernels::scalar {

namespace {

std::span<const float> numbersOf(const WeightRows& rows)
{
    return { rows.weights, static_cast<std::size_t>(rows.rowCount * rows.columns) };
}

PackingError asPlain(const QuantisationError& error)
{
    return { error.squaredError, error.energy };
}

} // namespace

PackingError quantiseInt8Panel(const WeightRows& rows, std::int64_t groupSize, std::uint8_t* panel)
{
    const std::span output(panel, static_cast<std::size_t>(int8PanelBytes(rows.columns, groupSize)));
    return asPlain(moru::quantiseInt8Panel(
        numbersOf(rows), rows.rowCount, rows.columns, groupSize, output, rows.columnWeights));
}

PackingError quantiseInt4Panel(const WeightRows& rows, std::uint8_t* panel)
{
    const std::span output(panel, static_cast<std::size_t>(int4PanelBytes(rows.columns)));
    return asPlain(
        moru::quantiseInt4Panel(numbersOf(rows), rows.rowCount, rows.columns, output, rows.columnWeights));
}

} // namespace moru::kernels::scalar
