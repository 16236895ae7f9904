#pragma once

#include <QtGlobal>

namespace moru {

/// Row numbers of the chat database; never reused, 0 is no row.
using ChatId = qint64;
using MessageId = qint64;

/// Tags every event of one generation, so that late events of an earlier one are dropped. Grows; 0 is none.
using GenerationId = quint64;

} // namespace moru
