#include "engine/sampler/random.h"

#include <bit>
#include <random>

namespace moru {

namespace {

std::uint64_t splitmix64(std::uint64_t& state)
{
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
}

} // namespace

Random::Random(std::uint64_t seed)
{
    for (std::uint64_t& word : state_)
        word = splitmix64(seed);
}

std::uint64_t Random::next()
{
    const std::uint64_t result = std::rotl(state_[1] * 5U, 7) * 9U;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::unit()
{
    return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

std::uint64_t randomSeed()
{
    std::random_device device;
    const std::uint64_t high = device();
    return ((high << 32U) | device()) >> 11U;
}

} // namespace moru
