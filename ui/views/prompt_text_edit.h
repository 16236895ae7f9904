#pragma once

#include "app/types/engine_state.h"
#include "app/types/prompt.h"

#include <QPlainTextEdit>

namespace moru {

/// Read-only text of a prompt: control tokens stand out, what the cache still had is underlined. Or the
/// difference between two formats, line by line.
class PromptTextEdit final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit PromptTextEdit(QWidget* parent = nullptr);

    void showPrompt(const PromptText& prompt, int reusedTokens);
    /// Lines of the built-in format that the folder's template does not make begin with "−", its own with
    /// "+".
    void showDifference(const PromptFormatDifference& difference);

private:
    void restyle();
};

} // namespace moru
