#pragma once

namespace moru {

/// The smallest of 1, 2, 4, 5, 10 times a power of ten that is at least `value`: the upper end of an axis,
/// which then changes rarely and has a round middle.
[[nodiscard]] double roundLimit(double value);

} // namespace moru
