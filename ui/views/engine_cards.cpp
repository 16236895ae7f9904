#include "ui/views/engine_cards.h"

#include "app/interfaces/engine_control.h"
#include "ui/theme/retranslate.h"
#include "ui/views/error_card.h"
#include "ui/views/loading_card.h"
#include "ui/views/message_column.h"
#include "ui/widgets/text_button.h"

#include <QApplication>
#include <QTextEdit>

namespace moru {

EngineCards::EngineCards(EngineControl& engine, MessageColumn* column)
    : QObject(column)
    , engine_(engine)
    , column_(column)
{
    connect(&engine_, &EngineControl::stateChanged, this, &EngineCards::update);
    // Also after a change of language: the cards take their words from the state.
    keepTranslated(column_, [this] { update(engine_.state()); });
}

void EngineCards::update(const EngineState& state)
{
    updateLoading(state);
    updateError(state);
}

void EngineCards::updateLoading(const EngineState& state)
{
    const bool loads = state.status == EngineStatus::Loading
        || (state.status == EngineStatus::Cancelling && state.cancelTarget == CancelTarget::Load);
    if (loads && !loading_) {
        loading_ = new LoadingCard;
        connect(loading_, &LoadingCard::cancelRequested, &engine_, &EngineControl::cancelLoad);
        column_->insertItem(column_->items().size(), loading_);
        emit cardAdded();
        // Cancel is one key away, unless the person is writing.
        if (!qobject_cast<QTextEdit*>(QApplication::focusWidget()))
            loading_->cancelButton()->setFocus(Qt::OtherFocusReason);
    }
    if (loads) {
        loading_->setState(state);
    } else if (loading_) {
        const bool hadFocus = loading_->isAncestorOf(QApplication::focusWidget());
        column_->removeItem(loading_);
        loading_ = nullptr;
        if (hadFocus)
            emit loadingEnded();
    }
}

void EngineCards::updateError(const EngineState& state)
{
    const bool failed = state.status == EngineStatus::Failed && state.error;
    if (!failed) {
        if (error_)
            column_->removeItem(error_);
        error_ = nullptr;
        dismissed_ = false;
        return;
    }
    if (dismissed_)
        return;
    if (!error_) {
        error_ = new ErrorCard;
        error_->setDismissible(true);
        connect(error_, &ErrorCard::actionTriggered, this, &EngineCards::chooseModelRequested);
        connect(error_, &ErrorCard::dismissed, this, [this] {
            column_->removeItem(error_);
            error_ = nullptr;
            dismissed_ = true;
        });
        column_->insertItem(column_->items().size(), error_);
        emit cardAdded();
    }
    error_->setError(*state.error);
    error_->setContext(tr("Loading %1").arg(state.modelTitle));
    error_->setAction(tr("Choose a model"), QStringLiteral("model"));
}

} // namespace moru
