#include "ui/views/notice_bar.h"

#include "app/interfaces/notice_board.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/note_box.h"

#include <QLayoutItem>
#include <QVBoxLayout>

namespace moru {

NoticeBar::NoticeBar(NoticeBoard& notices, int sideMargin, QWidget* parent)
    : QWidget(parent)
    , notices_(notices)
    , rows_(new QVBoxLayout(this))
{
    rows_->setContentsMargins(sideMargin, 8, sideMargin, 0);
    rows_->setSpacing(6);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    connect(&notices_, &NoticeBoard::changed, this, &NoticeBar::refresh);
    keepTranslated(this, [this] { refresh(); });
}

void NoticeBar::refresh()
{
    while (QLayoutItem* item = rows_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const auto& notices = notices_.notices();
    for (int i = 0; i < static_cast<int>(notices.size()); ++i) {
        const Notice& notice = notices[static_cast<std::size_t>(i)];
        const bool isGood = notice.kind == NoticeKind::ChatExported;
        auto* box = isGood ? new NoteBox(NoteKind::Info, QStringLiteral("check"))
                           : new NoteBox(NoteKind::Warning, QStringLiteral("warning"));
        box->setWords({}, noticeText(notice));
        box->setAction(tr("Close"));
        connect(box, &NoteBox::actionTriggered, this, [this, i] { notices_.dismiss(i); });
        rows_->addWidget(box);
    }
    setVisible(!notices.empty());
}

} // namespace moru
