#include "engine/architectures/model_config.h"

#include <cmath>
#include <numbers>

namespace moru {

namespace {

/// Llama 3's rule: short wavelengths stay, long ones are stretched by the factor, those between are blended.
double scaleLlama3(double frequency, const RopeConfig& config)
{
    const double wavelength = 2 * std::numbers::pi / frequency;
    if (wavelength < config.originalContextLength / config.highFrequencyFactor)
        return frequency;
    if (wavelength > config.originalContextLength / config.lowFrequencyFactor)
        return frequency / config.factor;
    const double smooth = (config.originalContextLength / wavelength - config.lowFrequencyFactor)
        / (config.highFrequencyFactor - config.lowFrequencyFactor);
    return (1 - smooth) * frequency / config.factor + smooth * frequency;
}

} // namespace

RopeTable makeRopeTable(const RopeConfig& config)
{
    RopeTable table;
    const std::int64_t pairs = config.rotaryDim / 2;
    for (std::int64_t j = 0; j < pairs; ++j) {
        const double frequency = std::pow(config.theta, -2.0 * double(j) / double(config.rotaryDim));
        switch (config.scaling) {
        case RopeConfig::Scaling::None:
            table.inverseFrequencies.push_back(float(frequency));
            break;
        case RopeConfig::Scaling::Linear:
            table.inverseFrequencies.push_back(float(frequency / config.factor));
            break;
        case RopeConfig::Scaling::Llama3:
            table.inverseFrequencies.push_back(float(scaleLlama3(frequency, config)));
            break;
        }
    }
    return table;
}

double ModelConfig::attentionScale() const
{
    return 1.0 / std::sqrt(queryPreAttentionScalar > 0 ? queryPreAttentionScalar : double(headDim));
}

} // namespace moru
