#pragma once

#include "app/cli/output.h"

#include <QByteArray>
#include <QFloat16> // Qt Test only declares it, and comparing JSON values asks what converts to it
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <filesystem>
#include <string>
#include <vector>

namespace moru::test {

/// How one run of moru-cli ended.
struct CliRun {
    int exitCode = -1;
    std::string out;
    std::string err;

    [[nodiscard]] cli::Json json() const; ///< Standard output as one document; null when it is none.
    [[nodiscard]] std::vector<cli::Json> lines() const; ///< Standard output line by line.
};

/// Folders of its own for configuration, data, cache and state, so that a run sees nothing of the person's.
class CliHome {
public:
    CliHome();
    [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
    /// Runs to the end with `input` as standard input. Variables as "NAME=value".
    [[nodiscard]] CliRun run(
        const QStringList& arguments, const QByteArray& input = {}, const QStringList& variables = {}) const;
    /// Starts and leaves it running; for tests of signals and pipes.
    void start(QProcess& process, const QStringList& arguments, const QStringList& variables = {}) const;

private:
    QTemporaryDir folder_;
};

/// What an error object of --json says its code is; empty when there is none.
[[nodiscard]] std::string errorCode(const cli::Json& document);

} // namespace moru::test
