#pragma once

#include "app/types/chat.h"

#include <QString>

#include <optional>

namespace moru {

/// Statistics as the database keeps them: a JSON object with snake_case names, absent keys for unset figures.
[[nodiscard]] QString statisticsToJson(const AnswerStatistics& statistics);

/// Unset for text that is no such object; a key that is absent leaves its figure unset.
[[nodiscard]] std::optional<AnswerStatistics> statisticsFromJson(const QString& json);

} // namespace moru
