#include "engine/architectures/architecture.h"

#include <array>

namespace moru {

extern const Architecture gemma, gemma2, gemma3, llama, qwen2, qwen3, qwen3_5;

std::span<const Architecture* const> architectures()
{
    static const std::array all { &gemma, &gemma2, &gemma3, &llama, &qwen2, &qwen3, &qwen3_5 };
    return all;
}

} // namespace moru
