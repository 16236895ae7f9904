#include "engine/kernels/amx/tiles.h"

namespace moru::kernels::amx {

namespace {

/// What LDTILECFG reads: palette 1 is the only one with tiles.
struct alignas(64) Configuration {
    std::uint8_t palette = 1;
    std::uint8_t startRow = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t bytesOfLine[16] = { 64, 64, 64, 64, 64, 64, 64, 64 };
    std::uint8_t lines[16] = { 16, 16, 16, 16, 16, 16, 16, 16 };
};
static_assert(sizeof(Configuration) == 64);

} // namespace

void Tiles::configure()
{
    thread_local bool isConfigured = false;
    if (isConfigured)
        return;
    const Configuration configuration;
    // Not the intrinsic: GCC 12 believes that it reads 8 of the 64 bytes and leaves the others unwritten.
    __asm__ volatile("ldtilecfg %0" : : "m"(configuration));
    isConfigured = true;
}

} // namespace moru::kernels::amx
