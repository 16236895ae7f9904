#pragma once

#include <cstddef>

namespace moru::test {

/// Calls of operator new in this program so far.
[[nodiscard]] std::size_t allocationCount();

} // namespace moru::test
