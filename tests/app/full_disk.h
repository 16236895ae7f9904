#pragma once

#include <QtGlobal>

#include <csignal>

#include <sys/resource.h>

namespace moru::test {

/// While it lives no file grows beyond a few bytes, as on a full disk; root is held to it, too.
class FewBytesAFile {
public:
    FewBytesAFile()
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit few { 16, before_.rlim_max };
        setrlimit(RLIMIT_FSIZE, &few);
    }
    ~FewBytesAFile()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    Q_DISABLE_COPY_MOVE(FewBytesAFile)

private:
    void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN); // else the signal would end the test
    rlimit before_ {};
};

} // namespace moru::test
