#include "app/types/setting.h"

namespace moru {

const std::vector<SettingId>& samplingSettings()
{
    static const std::vector<SettingId> fields { SettingId::Temperature, SettingId::TopK, SettingId::TopP,
        SettingId::MinP, SettingId::RepetitionPenalty, SettingId::PresencePenalty,
        SettingId::FrequencyPenalty, SettingId::MaxTokens, SettingId::Seed, SettingId::ThinkingBudget };
    return fields;
}

} // namespace moru
