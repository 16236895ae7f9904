#include "ui/markdown/still_browser.h"

#include <QDesktopServices>
#include <QWheelEvent>

namespace moru {

StillBrowser::StillBrowser(QWidget* parent)
    : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::ClickFocus);
    viewport()->setAutoFillBackground(false);
    viewport()->setAttribute(Qt::WA_StaticContents); // a new line below paints nothing above again
    setAttribute(Qt::WA_StaticContents);
    setStyleSheet(QStringLiteral("QTextBrowser { background: transparent; }"));
    document()->setDocumentMargin(0);
    document()->setUndoRedoEnabled(false);
    // Opened only when the person clicks; the Markdown parser lets http, https and mailto through.
    connect(
        this, &QTextBrowser::anchorClicked, this, [](const QUrl& url) { QDesktopServices::openUrl(url); });
}

void StillBrowser::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace moru
