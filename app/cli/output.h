#pragma once

#include "engine/api/error.h"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace moru::cli {

/// Objects keep the order in which their fields were written, so that output reads as documented.
using Json = nlohmann::ordered_json;

/// How a command ended, as the shell sees it.
enum class ExitStatus : int { Done = 0, Failed = 1, WrongUsage = 2, Interrupted = 130 };

/// Standard output carries the result and nothing else; notes and errors go to standard error.
class Output {
public:
    enum class Form { Text, JsonDocument, JsonLines };

    Output(Form form, bool quiet);

    [[nodiscard]] Form form() const { return form_; }
    [[nodiscard]] bool isQuiet() const { return quiet_; }
    [[nodiscard]] bool isText() const { return form_ == Form::Text; }
    /// Text goes to a person's terminal, so control characters of foreign text must not reach it.
    [[nodiscard]] bool resultIsTerminal() const { return resultIsTerminal_; }
    /// Standard error is a terminal that shows colours, and NO_COLOR is not set.
    [[nodiscard]] bool notesHaveColour() const { return notesHaveColour_; }

    /// Part of the result, written at once.
    void text(std::string_view part);
    /// The result, or one line of it.
    void json(const Json& document);
    /// A line about what goes on, for people; nothing with --quiet.
    void note(std::string_view line);
    /// One sentence on standard error; with --json or --jsonl also the error object on standard output.
    void error(const Error& error);
    /// The same sentence without the object, for a result that carries its error itself.
    void sentence(const Error& error);
    /// Text on standard error as it comes, without a line's end; nothing with --quiet.
    void aside(std::string_view part);
    /// Standard output could not be written: the reader has gone, or the disk is full.
    [[nodiscard]] bool isBroken() const { return errno_ != 0; }
    [[nodiscard]] Error brokenError() const;

private:
    Form form_;
    bool quiet_;
    bool resultIsTerminal_;
    bool notesHaveColour_;
    int errno_ = 0;
};

[[nodiscard]] Json errorJson(const Error& error);

/// One line of JSON. Ill-formed UTF-8, which a piece of a token can be, becomes U+FFFD.
[[nodiscard]] std::string dumpJson(const Json& document, int indent = -1);

/// Shows control characters of foreign text as pictures instead of letting a terminal obey them; line breaks
/// and tabs pass.
[[nodiscard]] std::string terminalText(std::string_view text);

/// Writes all bytes to a file descriptor; errno of the failure, or 0.
[[nodiscard]] int writeAll(int descriptor, std::string_view bytes);

} // namespace moru::cli
