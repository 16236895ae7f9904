#include "tests/support/watched_application.h"

namespace moru::test {
int runAll(int argc, char** argv);
}

int main(int argc, char** argv)
{
    const moru::test::WatchedApplication application(argc, argv);
    return moru::test::runAll(argc, argv);
}
