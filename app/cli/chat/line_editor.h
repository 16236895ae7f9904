#pragma once

#include "app/cli/input.h"
#include "app/cli/interrupt.h"

#include <filesystem>
#include <string>

namespace moru::cli {

/// Reads what a person types: with editing, history and completion of commands on a terminal (GNU readline),
/// plain lines otherwise. One at a time may exist, because readline has one state for the whole process.
class LineEditor {
public:
    enum class Ending { Line, EndOfInput, Interrupted };
    struct Reading {
        Ending ending = Ending::EndOfInput;
        std::string line;
    };

    /// `historyFile` empty: the history lasts as long as the program.
    LineEditor(Input& input, const Interrupt& interrupt, std::filesystem::path historyFile);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    [[nodiscard]] bool isInteractive() const { return interactive_; }
    /// One line without its end. Ctrl+C gives Interrupted and drops what was typed; Ctrl+D gives EndOfInput.
    /// Errors of reading count as the end.
    [[nodiscard]] Reading read(const std::string& prompt);
    /// Keeps an entry for the arrow keys, and in the file at once, so that a crash cannot lose it.
    void remember(const std::string& line);

private:
    [[nodiscard]] Reading readTerminal(const std::string& prompt);

    Input& input_;
    const Interrupt& interrupt_;
    std::filesystem::path historyFile_;
    bool interactive_ = false;
};

/// $XDG_STATE_HOME/moru/chat_history; empty when there is no place for it.
[[nodiscard]] std::filesystem::path defaultHistoryFile();

/// Typed keys do not show while an answer streams; they wait for the next line.
class SilentKeys {
public:
    SilentKeys();
    ~SilentKeys();
    SilentKeys(const SilentKeys&) = delete;
    SilentKeys& operator=(const SilentKeys&) = delete;

private:
    struct State;
    State* state_ = nullptr;
};

} // namespace moru::cli
