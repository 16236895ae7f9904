#pragma once

#include "app/types/chat.h"
#include "ui/widgets/column_item.h"
#include "ui/widgets/text_label.h"

#include <QList>

namespace moru {

/// "31.4 tokens/s · 247 tokens · first token after 0.4 s · stop reason: end of answer · prompt: 77 reused, 39
/// new · seed 42", and the messages that were left out of the prompt. Each figure has its definition as
/// tooltip; figures without enough samples are left out.
class StatisticsLine final : public ColumnItem {
    Q_OBJECT

public:
    explicit StatisticsLine(QWidget* parent = nullptr);

    void setStatistics(const AnswerStatistics& statistics);
    [[nodiscard]] QStringList texts() const;

    int layoutColumn(int width) override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Item {
        QString text;
        QString definition;
        Tone tone = Tone::Text3;
        QRect area;
    };

    void retranslate();
    [[nodiscard]] static QString samplingText(const SamplingOptions& sampling);

    AnswerStatistics statistics_;
    QList<Item> items_;
};

} // namespace moru
