#include "ui/views/setting_field.h"

#include "ui/text/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/switch_box.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <limits>

namespace moru {

namespace {

constexpr int kControlWidth = 112;
constexpr int kTextHeight = 84;

/// A combo box whose arrow is one of our icons; a style sheet could not colour it.
class ChoiceBox final : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QComboBox::paintEvent(event);
        const double side = scaled(14);
        QPainter painter(this);
        paintIcon(painter, QStringLiteral("chevron-down"),
            QRectF(width() - side - 8, (height() - side) / 2, side, side), themeColors().text3);
    }
};

/// A wheel that scrolls the page must not change a value on its way.
class WheelGuard final : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
            event->ignore();
            return true;
        }
        return false;
    }
};

} // namespace

SettingField::SettingField(const SettingDescription& description, QWidget* parent)
    : QWidget(parent)
    , description_(description)
    , title_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , origin_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , reset_(new IconButton(QStringLiteral("undo"), IconButton::Size::Small))
{
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(title_);
    names->addWidget(origin_);
    origin_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 1, 0, 1);
    layout->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    line->addLayout(names, 1);
    buildControl();
    line->addWidget(reset_);
    layout->addLayout(line);
    if (text_)
        layout->addWidget(text_); // a text has the whole width
    else
        line->addWidget(control());
    QSizePolicy kept = reset_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(kept);
    reset_->hide();
    control()->installEventFilter(new WheelGuard(control()));
    control()->setFocusPolicy(Qt::StrongFocus);
    connect(reset_, &QToolButton::clicked, this, &SettingField::resetRequested);
    setDescription(description);
    keepStyled(this, [this] {
        if (text_)
            text_->setFixedHeight(scaled(kTextHeight));
        else if (!boolean_)
            control()->setFixedWidth(scaled(kControlWidth));
    });
}

void SettingField::buildControl()
{
    switch (description_.kind) {
    case SettingKind::Boolean:
        boolean_ = new SwitchBox;
        connect(boolean_, &QCheckBox::toggled, this, [this](bool on) { emit edited(on); });
        break;
    case SettingKind::Real:
        real_ = new QDoubleSpinBox;
        // The caret stays where the person types; the value is taken when it is complete.
        real_->setKeyboardTracking(false);
        connect(real_, &QDoubleSpinBox::valueChanged, this, [this](double value) { emit edited(value); });
        break;
    case SettingKind::Choice:
        choice_ = new ChoiceBox;
        connect(choice_, &QComboBox::activated, this, [this] { emit edited(choice_->currentData()); });
        break;
    case SettingKind::Text:
        text_ = new QPlainTextEdit;
        text_->setObjectName(QStringLiteral("boxed"));
        text_->setTabChangesFocus(true);
        connect(text_, &QPlainTextEdit::textChanged, this, [this] { emit edited(text_->toPlainText()); });
        break;
    default:
        integer_ = new QSpinBox;
        integer_->setKeyboardTracking(false);
        connect(integer_, &QSpinBox::valueChanged, this, [this](int value) { emit edited(value); });
    }
}

QWidget* SettingField::control() const
{
    if (boolean_)
        return boolean_;
    if (real_)
        return real_;
    if (choice_)
        return choice_;
    if (text_)
        return text_;
    return integer_;
}

void SettingField::setDescription(const SettingDescription& description)
{
    description_ = description;
    title_->setWords(description.title);
    control()->setAccessibleName(description.title);
    control()->setToolTip(description.hint);
    title_->setToolTip(description.hint);
    const QSignalBlocker quiet(control());
    const QVariant before = value();
    if (integer_) {
        constexpr double kLargest = std::numeric_limits<int>::max();
        integer_->setLocale(figureLocale());
        integer_->setGroupSeparatorShown(true);
        integer_->setRange(
            static_cast<int>(description.minimum), static_cast<int>(std::min(description.maximum, kLargest)));
        integer_->setSingleStep(static_cast<int>(description.step));
        integer_->setSpecialValueText(description.specialValueTitle);
    } else if (real_) {
        real_->setLocale(figureLocale());
        real_->setDecimals(description.decimals);
        real_->setRange(description.minimum, description.maximum);
        real_->setSingleStep(description.step);
        real_->setSpecialValueText(description.specialValueTitle);
    } else if (choice_) {
        choice_->clear();
        for (const SettingChoice& choice : description.choices)
            choice_->addItem(choice.title, choice.value);
    }
    setValue(before);
}

void SettingField::setValue(const QVariant& newValue)
{
    const QSignalBlocker quiet(control());
    if (integer_)
        integer_->setValue(newValue.toInt());
    else if (real_)
        real_->setValue(newValue.toDouble());
    else if (choice_)
        choice_->setCurrentIndex(std::max(0, choice_->findData(newValue)));
    else if (text_) {
        if (text_->toPlainText() != newValue.toString()) // else the caret would leave its place
            text_->setPlainText(newValue.toString());
    } else
        boolean_->setChecked(newValue.toBool());
}

QVariant SettingField::value() const
{
    if (integer_)
        return integer_->value();
    if (real_)
        return real_->value();
    if (choice_)
        return choice_->currentData();
    if (text_)
        return text_->toPlainText();
    return boolean_->isChecked();
}

/// As the control shows it.
QString SettingField::words(const QVariant& value) const
{
    switch (description_.kind) {
    case SettingKind::Boolean:
        return value.toBool() ? tr("on") : tr("off");
    case SettingKind::Integer:
    case SettingKind::Real: {
        const double number = value.toDouble();
        return !description_.specialValueTitle.isEmpty() && number <= description_.minimum
            ? description_.specialValueTitle
            : decimalText(number, description_.decimals);
    }
    case SettingKind::Choice: {
        const auto choice = std::ranges::find(description_.choices, value.toString(), &SettingChoice::value);
        return choice == description_.choices.end() ? value.toString() : choice->title;
    }
    default:
        return value.toString().isEmpty() ? tr("empty") : value.toString();
    }
}

void SettingField::setOrigin(const QString& origin, bool resettable, const QVariant& resetValue)
{
    origin_->setText(origin);
    origin_->setVisible(!origin.isEmpty());
    reset_->setVisible(resettable);
    reset_->setName(tr("Reset to %1").arg(words(resetValue)));
}

void SettingField::setForcedBy(const QString& variable)
{
    control()->setEnabled(variable.isEmpty());
    if (!variable.isEmpty())
        setOrigin(tr("set by %1").arg(variable), false, {});
}

} // namespace moru
