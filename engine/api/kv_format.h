#pragma once

namespace moru {

/// How the KV cache keeps keys and values.
enum class KvFormat {
    Float32, ///< As computed: what the exact path is judged with.
    Bfloat16, ///< Rounded to 8 significant bits: half the memory and half the reading.
    Int8, ///< 8-bit integers with a scale for each head and position, of numbers that a rotation has spread
          ///< evenly: a quarter.
};
inline constexpr int kKvFormatCount = 3;

} // namespace moru
