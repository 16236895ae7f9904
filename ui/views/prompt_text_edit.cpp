#include "ui/views/prompt_text_edit.h"

#include "ui/text/line_difference.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QTextCursor>

namespace moru {

namespace {

QTextCharFormat formatOf(bool isSpecial, bool isReused)
{
    const ThemeColors& colors = themeColors();
    QTextCharFormat format;
    format.setForeground(isSpecial ? colors.head : colors.text);
    if (isSpecial) {
        format.setFontWeight(QFont::Bold);
        format.setBackground(colors.bubble);
    }
    if (isReused) {
        format.setUnderlineStyle(QTextCharFormat::SingleUnderline);
        format.setUnderlineColor(colors.phase2);
    }
    return format;
}

} // namespace

PromptTextEdit::PromptTextEdit(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    setObjectName(QStringLiteral("boxed"));
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    // A caret, so that arrow keys walk and Shift selects.
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    keepStyled(this, [this] { restyle(); });
}

void PromptTextEdit::restyle()
{
    setFont(codeFont(TextSize::Table));
}

void PromptTextEdit::showPrompt(const PromptText& prompt, int reusedTokens)
{
    clear();
    QTextCursor cursor(document());
    // One insertion for each stretch of one kind: a prompt has many tokens and few changes.
    QString run;
    bool isSpecial = false;
    bool isReused = false;
    const auto flush = [&] {
        if (!run.isEmpty())
            cursor.insertText(run, formatOf(isSpecial, isReused));
        run.clear();
    };
    int index = 0;
    for (const PromptToken& token : prompt.tokens) {
        const bool reused = index++ < reusedTokens;
        if (token.isSpecial != isSpecial || reused != isReused)
            flush();
        isSpecial = token.isSpecial;
        isReused = reused;
        run += token.text;
    }
    flush();
    moveCursor(QTextCursor::End); // the newest turn
    ensureCursorVisible();
}

void PromptTextEdit::showDifference(const PromptFormatDifference& difference)
{
    clear();
    const ThemeColors& colors = themeColors();
    QTextCursor cursor(document());
    bool isFirst = true;
    for (const DifferenceLine& line : lineDifference(
             QString::fromStdString(difference.builtIn), QString::fromStdString(difference.fromTemplate))) {
        QTextCharFormat format;
        format.setForeground(colors.text2);
        QString sign = QStringLiteral("  ");
        if (line.kind == DifferenceLine::Kind::OnlyBefore) {
            sign = QStringLiteral("− ");
            format.setForeground(colors.error);
            format.setBackground(colors.errorTint);
        } else if (line.kind == DifferenceLine::Kind::OnlyAfter) {
            sign = QStringLiteral("+ ");
            format.setForeground(colors.ok);
            format.setBackground(colors.okTint);
        }
        cursor.insertText((isFirst ? QString() : QStringLiteral("\n")) + sign + line.text, format);
        isFirst = false;
    }
    moveCursor(QTextCursor::Start);
}

} // namespace moru
