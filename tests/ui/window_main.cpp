#include <QApplication>

#include "ui/theme/theme.h"

namespace moru::test {
int runAll(int argc, char** argv);
}

int main(int argc, char** argv)
{
    // Nothing is shown on a desk, and no desktop's look gets in.
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    moru::Theme theme;
    theme.setChoice(moru::ThemeChoice::Light);
    return moru::test::runAll(argc, argv);
}
