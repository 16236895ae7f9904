#include "app/cli/output.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include <unistd.h>

namespace moru::cli {

namespace {

bool coloursWanted()
{
    const char* off = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return !(off && *off) && terminal && std::strcmp(terminal, "dumb") != 0;
}

} // namespace

int writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return errno;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

Output::Output(Form form, bool quiet)
    : form_(form)
    , quiet_(quiet)
    , resultIsTerminal_(::isatty(STDOUT_FILENO) == 1)
    , notesHaveColour_(::isatty(STDERR_FILENO) == 1 && coloursWanted())
{
}

void Output::text(std::string_view part)
{
    if (errno_ != 0)
        return;
    errno_ = resultIsTerminal_ ? writeAll(STDOUT_FILENO, terminalText(part)) : writeAll(STDOUT_FILENO, part);
}

void Output::json(const Json& document)
{
    if (errno_ == 0)
        errno_ = writeAll(STDOUT_FILENO, dumpJson(document) + "\n");
}

void Output::note(std::string_view line)
{
    if (!quiet_)
        (void)writeAll(STDERR_FILENO, terminalText(line) + "\n"); // nobody is left to tell when this fails
}

void Output::aside(std::string_view part)
{
    if (!quiet_)
        (void)writeAll(STDERR_FILENO, part);
}

void Output::error(const Error& error)
{
    if (form_ != Form::Text)
        json(errorJson(error));
    sentence(error);
}

void Output::sentence(const Error& error)
{
    const std::string_view help = errorCodeHelp(error.code);
    std::string sentence = "moru-cli: " + describe(error);
    if (!sentence.ends_with('.'))
        sentence += '.';
    if (!help.empty())
        sentence += fmt::format(" {}", help);
    (void)writeAll(STDERR_FILENO, terminalText(sentence) + "\n");
}

Error Output::brokenError() const
{
    const ErrorCode code = errno_ == ENOSPC ? ErrorCode::DiskFull : ErrorCode::WriteFailed;
    return { code, std::strerror(errno_), "standard output" };
}

Json errorJson(const Error& error)
{
    return { { "error",
        { { "code", errorCodeName(error.code) }, { "message", error.message }, { "where", error.where } } } };
}

std::string dumpJson(const Json& document, int indent)
{
    return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string terminalText(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        const bool isC1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;
        if (isC1) {
            shown += "\xEF\xBF\xBD"; // U+FFFD: C1 controls have no pictures
            ++i;
        } else if (byte == 0x7F) {
            shown += "\xE2\x90\xA1"; // U+2421, the picture of DEL
        } else if (byte < 0x20 && byte != '\n' && byte != '\t') {
            shown += "\xE2\x90"; // U+2400 and on: the pictures of the C0 controls
            shown += static_cast<char>(0x80 + byte);
        } else {
            shown += text[i];
        }
    }
    return shown;
}

} // namespace moru::cli
