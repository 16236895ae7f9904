#include "ui/views/model_picker.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/model_catalog.h"
#include "app/types/path_text.h"
#include "ui/item_models/model_delegate.h"
#include "ui/item_models/model_item_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/empty_state.h"
#include "ui/views/model_details.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"
#include "ui/windows/shortcuts.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {
constexpr int kWidth = 1000;
constexpr int kHeight = 632;
constexpr int kListWidth = 420;
constexpr int kWindowMargin = 32;
} // namespace

ModelPicker::ModelPicker(const WindowServices& services, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint)
    , services_(services)
    , model_(new ModelItemModel(services.models, services.engine, services.settings, this))
    , filter_(new QLineEdit)
    , list_(new QListView)
    , empty_(new EmptyState(QStringLiteral("search")))
    , details_(new ModelDetails(services))
    , openFolder_(new TextButton(QStringLiteral("flat small"), QStringLiteral("folder")))
    , rescan_(new TextButton(QStringLiteral("flat small"), QStringLiteral("regenerate")))
    , gguf_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
{
    filter_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    filter_->setClearButtonEnabled(true);
    list_->setModel(model_);
    list_->setItemDelegate(new ModelDelegate(list_));
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setMouseTracking(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);

    auto* left = new QVBoxLayout;
    left->setContentsMargins(0, 10, 0, 0);
    left->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 0, 12, 2);
    top->addWidget(filter_);
    left->addLayout(top);
    left->addWidget(list_, 1);
    left->addWidget(empty_, 1);
    auto* footer = new QHBoxLayout;
    footer->setContentsMargins(8, 11, 12, 11);
    footer->addWidget(openFolder_);
    footer->addWidget(rescan_);
    footer->addStretch();
    footer->addWidget(gguf_);
    left->addLayout(footer);
    auto* leftSide = new QWidget;
    leftSide->setLayout(left);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(leftSide);
    layout->addWidget(details_, 1);

    filter_->installEventFilter(this);
    list_->installEventFilter(this);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        model_->setFilter(text);
        refresh();
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ModelPicker::showCurrent);
    connect(list_, &QListView::doubleClicked, this, [this] { details_->load(false); });
    connect(model_, &QAbstractItemModel::modelReset, this, &ModelPicker::refresh);
    connect(openFolder_, &QPushButton::clicked, this, [this] {
        hide();
        emit openFolderRequested();
    });
    connect(rescan_, &QPushButton::clicked, this, [this] { services_.models.rescan(); });
    connect(empty_, &EmptyState::actionTriggered, filter_, &QLineEdit::clear);
    connect(details_, &ModelDetails::loadStarted, this, &QWidget::hide);
    connect(details_, &ModelDetails::folderRevealed, this, &QWidget::hide);
    keepStyled(this, [this, leftSide] {
        leftSide->setFixedWidth(scaled(kListWidth));
        list_->doItemsLayout();
    });
    keepTranslated(this, [this] {
        model_->reload();
        refresh();
    });
}

void ModelPicker::openBelow(const QWidget* button)
{
    const QWidget* window = button->window();
    const QPoint below = button->mapToGlobal(QPoint(button->width() / 2, button->height() + 4));
    const int width = std::min(scaled(kWidth), window->width() - kWindowMargin);
    const int bottom = window->mapToGlobal(QPoint(0, window->height())).y() - kWindowMargin;
    const int height = std::min(scaled(kHeight), bottom - below.y());
    const int windowLeft = window->mapToGlobal(QPoint(0, 0)).x() + kWindowMargin / 2;
    const int windowRight = windowLeft + window->width() - kWindowMargin;
    const int left = std::clamp(below.x() - width / 2, windowLeft, std::max(windowLeft, windowRight - width));
    setGeometry(left, below.y(), width, height);
    const QString running = services_.engine.state().modelKey;
    if (selectedKey_.isEmpty())
        selectedKey_ = running;
    model_->reload();
    filter_->clear();
    show();
    filter_->setFocus();
}

void ModelPicker::select(const QString& modelKey)
{
    selectedKey_ = modelKey;
    refresh();
}

void ModelPicker::refresh()
{
    filter_->setPlaceholderText(tr("Filter models"));
    filter_->setAccessibleName(tr("Filter models"));
    list_->setAccessibleName(tr("Models"));
    openFolder_->setLabel(tr("Open folder…"));
    openFolder_->setToolTip(shortcut(ShortcutId::OpenFolder).toString(QKeySequence::NativeText));
    rescan_->setLabel(services_.models.isScanning() ? tr("Searching…") : tr("Rescan"));
    rescan_->setEnabled(!services_.models.isScanning());
    rescan_->setToolTip(tr("Looks again into %1 and %2")
            .arg(pathText(services_.models.modelsFolder()), pathText(services_.models.huggingFaceCache())));
    const int ggufs = services_.models.ggufFileCount();
    gguf_->setVisible(ggufs > 0);
    gguf_->setText(tr("%n GGUF file(s): moru-cli import", nullptr, ggufs));
    gguf_->setToolTip(
        tr("GGUF files are not opened as they are; “moru-cli import FILE” makes a model folder of one."));

    const bool nothing = model_->rowCount() == 0;
    list_->setVisible(!nothing);
    empty_->setVisible(nothing);
    empty_->setSentence(tr("No model matches “%1”.").arg(filter_->text()));
    empty_->setAction(filter_->text().isEmpty() ? QString() : tr("Clear"));
    const QModelIndex selected = model_->indexOf(selectedKey_);
    const QString key = selectedKey_;
    list_->setCurrentIndex(selected.isValid() ? selected : model_->firstChoice());
    if (!selected.isValid())
        selectedKey_ = key; // The chosen model may come back with the next scan or another filter.
    showCurrent();
}

void ModelPicker::showCurrent()
{
    const ModelEntry* entry = model_->entryAt(list_->currentIndex());
    if (entry && list_->hasFocus())
        selectedKey_ = entry->key;
    details_->setEntry(entry);
}

void ModelPicker::moveCurrent(int step)
{
    int row = list_->currentIndex().row() + step;
    while (row >= 0 && row < model_->rowCount() && !model_->entryAt(model_->index(row)))
        row += step;
    if (row < 0 || row >= model_->rowCount())
        return;
    list_->setCurrentIndex(model_->index(row));
    selectedKey_ = model_->entryAt(model_->index(row))->key;
}

bool ModelPicker::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
            moveCurrent(-1);
            return true;
        case Qt::Key_Down:
            moveCurrent(1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (details_->canLoad())
                details_->load(false);
            return true;
        case Qt::Key_Escape:
            hide();
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void ModelPicker::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    emit closed();
}

void ModelPicker::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    const int split = scaled(kListWidth) + 1;
    const int footerTop = height() - details_->loadButton()->height() - 21;
    painter.fillRect(split, 1, 1, height() - 2, colors.line);
    painter.fillRect(1, footerTop, width() - 2, 1, colors.line);
    painter.setPen(colors.control);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace moru
