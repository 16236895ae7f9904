#pragma once

namespace moru::bench {

/// Floating point operations per second of one thread that only multiplies and adds registers, with the
/// widest vectors that this processor has; a multiply-add counts as two. Best of several tries.
[[nodiscard]] double probeFmaPeak();

} // namespace moru::bench
