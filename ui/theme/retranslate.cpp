#include "ui/theme/retranslate.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QWidget>

namespace moru {

namespace {

class ChangeListener final : public QObject {
public:
    ChangeListener(QWidget* widget, std::initializer_list<QEvent::Type> events, std::function<void()> react)
        : QObject(widget)
        , events_(events)
        , react_(std::move(react))
    {
        widget->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        // The reaction may set a font or palette of the same widget, which would call it again.
        if (!reacting_ && events_.contains(event->type())) {
            reacting_ = true;
            react_();
            reacting_ = false;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QList<QEvent::Type> events_;
    std::function<void()> react_;
    bool reacting_ = false;
};

} // namespace

void keepTranslated(QWidget* widget, std::function<void()> setTexts)
{
    setTexts();
    new ChangeListener(widget, { QEvent::LanguageChange }, std::move(setTexts));
}

void keepStyled(QWidget* widget, std::function<void()> restyle)
{
    restyle();
    new ChangeListener(widget, { themeChangedEvent() }, std::move(restyle));
}

} // namespace moru
