#include <QCoreApplication>

namespace moru::test {
int runAll(int argc, char** argv);
}

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return moru::test::runAll(argc, argv);
}
