#pragma once

namespace moru {

/// Tokens of a prompt that enter at once: enough that a weight is read once for many of them, few enough that
/// Stop and progress come often.
inline constexpr int kDefaultChunkSize = 128;

/// Largest chunk that a caller may ask for (`logits --chunk`).
inline constexpr int kLargestChunkSize = 4096;

/// Most threads that a caller may ask for.
inline constexpr int kMostThreads = 1024;

inline constexpr int kDefaultContextLength = 4096;

/// Positions whose memory a session has from its start: those of a first prompt of usual length. The others
/// follow as the sequence grows.
inline constexpr int kResidentPositions = 1024;

} // namespace moru
