#include "ui/views/performance_rows.h"

#include "app/types/state_text.h"
#include "ui/charts/role_colors.h"
#include "ui/text/figures.h"

#include <QCoreApplication>

#include <optional>

namespace moru {

namespace {

constexpr std::size_t kOperationsShown = 10;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(PerformanceRows)
};

QString percentText(double share)
{
    return decimalText(share * 100, 1) + QLatin1Char('%');
}

QString tokensText(int count)
{
    return count > 0 ? Texts::tr("%Ln token(s)", nullptr, count) : QString();
}

QString gib2(std::uint64_t bytes)
{
    return decimalText(gibOf(bytes), 2);
}

FigureRows::Row ledgerRow(const QString& name, QColor ThemeColors::* color,
    std::optional<std::uint64_t> predicted, std::optional<std::uint64_t> measured)
{
    return { name, predicted ? gib2(*predicted) : QString(), measured ? gib2(*measured) : QStringLiteral("–"),
        color };
}

} // namespace

PhaseRows phaseRows(const PhaseTimes& phases, const SpeedGauges& gauges)
{
    struct Phase {
        QString name;
        QString tokens;
        double ms;
        QColor ThemeColors::* color;
    };
    const int answerTokens = gauges.generatedTokens - gauges.thinkingTokens;
    const Phase all[] = {
        { Texts::tr("Prefill"), tokensText(gauges.prefill.tokensTotal), phases.prefillMs,
            &ThemeColors::phase2 },
        { Texts::tr("Thinking"), tokensText(gauges.thinkingTokens), phases.thinkingMs, &ThemeColors::phase3 },
        { Texts::tr("Decode"), tokensText(answerTokens), phases.answerMs, &ThemeColors::phase4 },
        { Texts::tr("Other"), {}, phases.otherMs, &ThemeColors::waiting },
    };
    PhaseRows result;
    for (const Phase& phase : all)
        result.totalMs += phase.ms;
    for (const Phase& phase : all) {
        // Models without thinking have no such row.
        if (phase.color == &ThemeColors::phase3 && phase.ms <= 0)
            continue;
        result.parts.push_back({ result.totalMs > 0 ? phase.ms / result.totalMs : 0, phase.color, false });
        result.rows.push_back(
            { phase.name, phase.tokens, Texts::tr("%1 s").arg(secondsText(phase.ms)), phase.color });
    }
    return result;
}

std::span<const TokenSample> decodedTokens(std::span<const TokenSample> tokens)
{
    return !tokens.empty() && tokens.front().index == 0 ? tokens.subspan(1) : tokens;
}

RoleRows roleRows(const std::vector<RoleShare>& roles)
{
    RoleRows result;
    for (const RoleShare& role : roles) {
        result.totalMs += role.millisecondsPerToken;
        const bool waiting = role.role == OperationRole::Waiting;
        if (role.millisecondsPerToken <= 0)
            continue;
        result.parts.push_back({ role.share, roleColor(role.role), waiting });
        result.rows.push_back(
            { operationRoleText(role.role), Texts::tr("%1 ms").arg(decimalText(role.millisecondsPerToken, 1)),
                percentText(role.share), roleColor(role.role), waiting });
    }
    return result;
}

std::vector<FigureRows::Row> operationRows(const std::vector<OperationShare>& operations)
{
    std::vector<FigureRows::Row> rows;
    for (const OperationShare& operation : operations) {
        if (rows.size() == kOperationsShown)
            break;
        rows.push_back({ QString::fromStdString(operation.totals.name),
            decimalText(operation.milliseconds, 1), percentText(operation.share),
            roleColor(operation.totals.role), operation.totals.role == OperationRole::Waiting });
    }
    return rows;
}

std::vector<FigureRows::Row> ledgerRows(const MemoryLedger& ledger)
{
    std::vector<FigureRows::Row> rows;
    const auto& predicted = ledger.predicted;
    const auto& measured = ledger.measured;
    if (predicted || measured) {
        using Part = std::uint64_t MemoryUse::*;
        const auto part = [](const std::optional<MemoryUse>& use, Part member) {
            return use ? std::optional((*use).*member) : std::nullopt;
        };
        rows.push_back(ledgerRow(Texts::tr("Weights"), &ThemeColors::weights,
            part(predicted, &MemoryUse::weightsBytes), part(measured, &MemoryUse::weightsBytes)));
        rows.push_back(ledgerRow(Texts::tr("KV cache"), &ThemeColors::attention,
            part(predicted, &MemoryUse::kvCacheBytes), part(measured, &MemoryUse::kvCacheBytes)));
        rows.push_back(ledgerRow(Texts::tr("Activations"), &ThemeColors::mlp,
            part(predicted, &MemoryUse::activationsBytes), part(measured, &MemoryUse::activationsBytes)));
        // The rows above tell what is reserved. Without this one they would add up to more than the process
        // has.
        if (gib2(ledger.untouchedBytes) != gib2(0)) {
            rows.push_back({ Texts::tr("Reserved, not used yet"), QString(),
                QStringLiteral("−") + gib2(ledger.untouchedBytes), &ThemeColors::waiting, true });
        }
    }
    rows.push_back(
        ledgerRow(Texts::tr("Application"), &ThemeColors::norm, std::nullopt, ledger.applicationBytes));
    FigureRows::Row total
        = ledgerRow(Texts::tr("Process"), nullptr, std::nullopt, ledger.process.residentBytes);
    total.strong = true;
    rows.push_back(total);
    return rows;
}

} // namespace moru
