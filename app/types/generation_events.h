#pragma once

#include "app/types/identifiers.h"
#include "engine/api/generation.h"

#include <QMetaType>
#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace moru {

/// A run of text of one kind within a batch.
struct TextPiece {
    QString text;
    bool isThinking = false;
};

/// One forward pass as the charts see it.
struct StepTiming {
    StepProfile profile;
    TokenId token = 0; ///< The token it led to.
    bool isThinking = false;
};

/// When a part of the prompt was done, measured from the request.
struct PrefillSample {
    std::chrono::nanoseconds at {};
    PrefillProgress progress;
};

/// What came since the last batch. At most 30 a second cross the threads, whatever the speed of decode.
struct GenerationBatch {
    GenerationId id = 0;
    std::vector<TextPiece> text; ///< In order; neighbours differ in kind.
    std::vector<StepTiming> steps;
    std::vector<PrefillSample> prefill;
};

/// The end of a generation, however it came about. Text has arrived in batches before.
struct GenerationEnd {
    GenerationId id = 0;
    std::shared_ptr<const GenerationResult> result; ///< Never null.
};

} // namespace moru

Q_DECLARE_METATYPE(moru::GenerationBatch)
Q_DECLARE_METATYPE(moru::GenerationEnd)
