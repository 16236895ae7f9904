#include "ui/views/confirm_dialog.h"

#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QCoreApplication>
#include <QDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace moru {

bool confirm(QWidget* parent, const QString& question, const QString& actionLabel)
{
    constexpr int kWidth = 360;
    QDialog dialog(parent);
    dialog.setWindowTitle(actionLabel);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(16);
    auto* words = new TextLabel(TextSize::Control);
    words->setWordWrap(true);
    words->setWords(question);
    words->setMinimumWidth(scaled(kWidth));
    layout->addWidget(words);
    auto* buttons = new QHBoxLayout;
    auto* cancel = new TextButton;
    cancel->setLabel(QCoreApplication::translate("Confirm", "Cancel"));
    cancel->setDefault(true);
    auto* accept = new TextButton(QStringLiteral("danger"));
    accept->setLabel(actionLabel);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(accept);
    layout->addLayout(buttons);
    QObject::connect(cancel, &QPushButton::clicked, &dialog, &QDialog::reject);
    QObject::connect(accept, &QPushButton::clicked, &dialog, &QDialog::accept);
    cancel->setFocus();
    return dialog.exec() == QDialog::Accepted;
}

} // namespace moru
