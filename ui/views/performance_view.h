#pragma once

#include <QScrollArea>

namespace moru {

class EmptyState;
class FigureRows;
class GaugeFigure;
class HistoryBars;
class NoteBox;
class PerformanceSource;
class RoleChart;
class Section;
class SpeedChart;
class StackedBar;
class TextLabel;

/// The Performance dock: speed of decode and prefill, where the time went, and memory, live or of the last
/// answer. Reads the source only while visible, as often as it says that its figures are new.
class PerformanceView final : public QWidget {
    Q_OBJECT

public:
    explicit PerformanceView(PerformanceSource& source, QWidget* parent = nullptr);

    [[nodiscard]] int refreshCount() const { return refreshCount_; }
    [[nodiscard]] FigureRows* memoryRows() const { return memoryRows_; }
    [[nodiscard]] FigureRows* roleRows() const { return roleRows_; }
    [[nodiscard]] GaugeFigure* decodeGauge() const { return decode_; }
    [[nodiscard]] QString scopeText() const;

signals:
    void scopeChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void refresh();
    void refreshSpeed();
    void refreshPhases();
    void refreshRoles();
    void refreshCharts();
    void refreshOperations();
    void refreshHistory();
    void refreshMemory();
    void retranslate();
    void describe();

    PerformanceSource& source_;
    quint64 drawnRevision_ = 0;
    int refreshCount_ = 0;
    GaugeFigure* decode_;
    GaugeFigure* prefill_;
    TextLabel* prefillNote_;
    Section* speed_;
    SpeedChart* speedChart_;
    Section* phases_;
    StackedBar* phaseBar_;
    FigureRows* phaseRows_;
    Section* roles_;
    StackedBar* roleBar_;
    FigureRows* roleRows_;
    RoleChart* roleChart_;
    NoteBox* limit_;
    Section* operations_;
    FigureRows* operationRows_;
    Section* history_;
    HistoryBars* historyBars_;
    Section* memory_;
    FigureRows* memoryRows_;
    EmptyState* empty_;
    QWidget* measured_; ///< Everything that needs a first answer.
};

} // namespace moru
