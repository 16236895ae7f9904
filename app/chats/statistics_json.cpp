#include "app/chats/statistics_json.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace moru {

namespace {

constexpr std::array kStopReasons { StopReason::EndToken, StopReason::StopString, StopReason::Repetition,
    StopReason::MaxTokens, StopReason::ContextFull, StopReason::Cancelled, StopReason::Ejected,
    StopReason::Error };

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

StopReason stopReasonFrom(const QString& name)
{
    for (const StopReason reason : kStopReasons) {
        if (text(stopReasonName(reason)) == name)
            return reason;
    }
    return StopReason::Error;
}

void put(QJsonObject& object, QLatin1String key, const std::optional<double>& value)
{
    if (value)
        object.insert(key, *value);
}

std::optional<double> figure(const QJsonObject& object, QLatin1String key)
{
    const QJsonValue value = object.value(key);
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

QJsonObject samplingToJson(const SamplingOptions& sampling)
{
    return {
        { QStringLiteral("temperature"), sampling.temperature },
        { QStringLiteral("top_k"), sampling.topK },
        { QStringLiteral("top_p"), sampling.topP },
        { QStringLiteral("min_p"), sampling.minP },
        { QStringLiteral("repetition_penalty"), sampling.repetitionPenalty },
        { QStringLiteral("presence_penalty"), sampling.presencePenalty },
        { QStringLiteral("frequency_penalty"), sampling.frequencyPenalty },
    };
}

SamplingOptions samplingFromJson(const QJsonObject& object)
{
    SamplingOptions sampling;
    sampling.temperature = object.value(u"temperature").toDouble(sampling.temperature);
    sampling.topK = object.value(u"top_k").toInt(sampling.topK);
    sampling.topP = object.value(u"top_p").toDouble(sampling.topP);
    sampling.minP = object.value(u"min_p").toDouble(sampling.minP);
    sampling.repetitionPenalty = object.value(u"repetition_penalty").toDouble(sampling.repetitionPenalty);
    sampling.presencePenalty = object.value(u"presence_penalty").toDouble(sampling.presencePenalty);
    sampling.frequencyPenalty = object.value(u"frequency_penalty").toDouble(sampling.frequencyPenalty);
    return sampling;
}

QJsonObject errorToJson(const Error& error)
{
    return {
        { QStringLiteral("name"), text(errorCodeName(error.code)) },
        { QStringLiteral("message"), QString::fromStdString(error.message) },
        { QStringLiteral("where"), QString::fromStdString(error.where) },
    };
}

/// By name: the numbers of the codes may shift between versions of the program.
Error errorFromJson(const QJsonObject& object)
{
    Error error { ErrorCode::Internal, object.value(u"message").toString().toStdString(),
        object.value(u"where").toString().toStdString() };
    const QString name = object.value(u"name").toString();
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
        if (text(errorCodeName(static_cast<ErrorCode>(code))) == name)
            error.code = static_cast<ErrorCode>(code);
    }
    return error;
}

} // namespace

QString statisticsToJson(const AnswerStatistics& statistics)
{
    QJsonObject object {
        { QStringLiteral("prompt_tokens"), statistics.promptTokens },
        { QStringLiteral("reused_tokens"), statistics.reusedTokens },
        { QStringLiteral("dropped_messages"), statistics.droppedMessages },
        { QStringLiteral("generated_tokens"), statistics.generatedTokens },
        { QStringLiteral("context_tokens"), statistics.contextTokens },
        { QStringLiteral("thinking_tokens"), statistics.thinkingTokens },
        { QStringLiteral("thinking_ms"), statistics.thinkingMs },
        { QStringLiteral("total_ms"), statistics.totalMs },
        { QStringLiteral("stop_reason"), text(stopReasonName(statistics.stopReason)) },
        // JSON numbers keep 53 bits, a seed has 64.
        { QStringLiteral("seed"), QString::number(statistics.seed) },
        { QStringLiteral("sampling"), samplingToJson(statistics.sampling) },
        { QStringLiteral("precision"), statistics.precision },
        { QStringLiteral("isa"), statistics.isa },
        { QStringLiteral("threads"), statistics.threadCount },
        { QStringLiteral("context"), statistics.contextLength },
    };
    put(object, QLatin1String("prompt_tokens_per_second"), statistics.promptTokensPerSecond);
    put(object, QLatin1String("first_token_ms"), statistics.firstTokenMs);
    put(object, QLatin1String("decode_tokens_per_second"), statistics.decodeTokensPerSecond);
    if (statistics.error)
        object.insert(QStringLiteral("error"), errorToJson(*statistics.error));
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<AnswerStatistics> statisticsFromJson(const QString& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json.toUtf8());
    if (!document.isObject())
        return std::nullopt;
    const QJsonObject object = document.object();
    AnswerStatistics statistics;
    statistics.promptTokens = object.value(u"prompt_tokens").toInt();
    statistics.reusedTokens = object.value(u"reused_tokens").toInt();
    statistics.droppedMessages = object.value(u"dropped_messages").toInt();
    statistics.generatedTokens = object.value(u"generated_tokens").toInt();
    statistics.contextTokens = object
                                   .value(u"context_tokens") // older answers say it by these two
                                   .toInt(statistics.promptTokens + statistics.generatedTokens);
    statistics.thinkingTokens = object.value(u"thinking_tokens").toInt();
    statistics.thinkingMs = object.value(u"thinking_ms").toDouble();
    statistics.totalMs = object.value(u"total_ms").toDouble();
    statistics.stopReason = stopReasonFrom(object.value(u"stop_reason").toString());
    statistics.seed = object.value(u"seed").toString().toULongLong();
    statistics.sampling = samplingFromJson(object.value(u"sampling").toObject());
    statistics.precision = object.value(u"precision").toString();
    statistics.isa = object.value(u"isa").toString();
    statistics.threadCount = object.value(u"threads").toInt();
    statistics.contextLength = object.value(u"context").toInt();
    statistics.promptTokensPerSecond = figure(object, QLatin1String("prompt_tokens_per_second"));
    statistics.firstTokenMs = figure(object, QLatin1String("first_token_ms"));
    statistics.decodeTokensPerSecond = figure(object, QLatin1String("decode_tokens_per_second"));
    if (object.contains(u"error"))
        statistics.error = errorFromJson(object.value(u"error").toObject());
    return statistics;
}

} // namespace moru
