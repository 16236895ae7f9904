#include "tests/cli/cli_process.h"

namespace moru::test {

namespace {

constexpr int kLongestRunMs = 300'000;

} // namespace

cli::Json CliRun::json() const
{
    return cli::Json::accept(out) ? cli::Json::parse(out) : cli::Json();
}

std::vector<cli::Json> CliRun::lines() const
{
    std::vector<cli::Json> result;
    std::string_view rest = out;
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        result.push_back(cli::Json::accept(line) ? cli::Json::parse(line) : cli::Json("not JSON"));
        rest = end == std::string_view::npos ? std::string_view {} : rest.substr(end + 1);
    }
    return result;
}

CliHome::CliHome() = default;

void CliHome::start(QProcess& process, const QStringList& arguments, const QStringList& variables) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("MORU_MODELS_DIR");
    environment.remove("HF_HOME");
    environment.remove("HF_HUB_CACHE");
    environment.insert("HOME", folder_.path());
    for (const QString name : { "CONFIG", "DATA", "CACHE", "STATE" })
        environment.insert("XDG_" + name + "_HOME", folder_.path() + "/" + name.toLower());
    for (const QString& variable : variables)
        environment.insert(variable.section('=', 0, 0), variable.section('=', 1));
    process.setProcessEnvironment(environment);
    process.start(MORU_CLI_PATH, arguments);
    process.waitForStarted();
}

CliRun CliHome::run(const QStringList& arguments, const QByteArray& input, const QStringList& variables) const
{
    QProcess process;
    start(process, arguments, variables);
    process.write(input);
    process.closeWriteChannel();
    CliRun result;
    if (!process.waitForFinished(kLongestRunMs)) {
        process.kill();
        process.waitForFinished();
        return result;
    }
    if (process.exitStatus() == QProcess::NormalExit)
        result.exitCode = process.exitCode();
    result.out = process.readAllStandardOutput().toStdString();
    result.err = process.readAllStandardError().toStdString();
    return result;
}

std::string errorCode(const cli::Json& document)
{
    const bool has = document.is_object() && document.contains("error") && document["error"].contains("code");
    return has ? document["error"]["code"].get<std::string>() : std::string();
}

} // namespace moru::test
