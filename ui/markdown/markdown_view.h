#pragma once

#include "ui/markdown/markdown_stream.h"
#include "ui/widgets/column_item.h"

#include <QList>

namespace moru {

/// Shows Markdown that may still grow: stretches of text and code blocks, one below the other.
class MarkdownView final : public ColumnItem {
    Q_OBJECT

public:
    explicit MarkdownView(QWidget* parent = nullptr);

    /// Shows the source as it is, without reading Markdown: what a base model writes is text.
    void setPlain(bool plain) { plain_ = plain; }
    void setMarkdown(const QString& source);
    void append(const QString& text);
    [[nodiscard]] const QString& source() const { return source_; }
    [[nodiscard]] QString shownText() const; ///< As it stands on screen, without marks.

    int layoutColumn(int width) override;
    /// Characters written into documents since the view was made (see TextSegment).
    [[nodiscard]] qint64 insertedCharacters() const;

private:
    void apply(const MarkdownStream::Update& update);
    void show(const MarkdownBlock& block, bool isOpen);
    void rebuild();
    [[nodiscard]] ColumnItem* segmentFor(const MarkdownBlock& block);
    void dropOpen();

    QString source_;
    MarkdownStream stream_;
    QList<ColumnItem*> segments_;
    QList<int> segmentHeights_;
    int layoutWidth_ = -1;
    bool plain_ = false;
    bool openMadeSegment_ = false; ///< The last segment holds nothing but the open block.
    qint64 droppedCharacters_ = 0; ///< Written into segments that are gone.
};

} // namespace moru
