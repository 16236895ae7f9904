#include "app/session/answer_statistics.h"

namespace moru {

AnswerStatistics statisticsOf(const GenerationResult& result, const LoadedModelInfo* model)
{
    AnswerStatistics statistics;
    statistics.promptTokens = result.promptTokens;
    statistics.reusedTokens = result.reusedTokens;
    statistics.droppedMessages = result.droppedMessages;
    statistics.generatedTokens = static_cast<int>(result.ids.size());
    statistics.contextTokens = result.promptTokens + statistics.generatedTokens;
    statistics.totalMs = result.timings.totalMs;
    statistics.promptTokensPerSecond = result.timings.promptTokensPerSecond;
    statistics.firstTokenMs = result.timings.firstTokenMs;
    statistics.decodeTokensPerSecond = result.timings.decodeTokensPerSecond;
    statistics.stopReason = result.stopReason;
    statistics.error = result.error;
    statistics.seed = result.seed;
    statistics.sampling = result.sampling;
    if (model) {
        const std::string_view precision = precisionName(model->options.precision);
        statistics.precision = QString::fromUtf8(precision.data(), static_cast<qsizetype>(precision.size()));
        statistics.isa = model->isa;
        statistics.threadCount = model->options.threadCount;
        statistics.contextLength = model->options.contextLength;
    }
    return statistics;
}

} // namespace moru
