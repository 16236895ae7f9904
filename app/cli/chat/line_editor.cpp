#include "app/cli/chat/line_editor.h"

#include "app/cli/chat/chat_words.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace moru::cli {

namespace {

constexpr int kMostHistory = 1000;

// Readline's callback has no argument for a caller's data, so what it hands over waits here.
std::optional<LineEditor::Reading> handedOver;

void takeLine(char* line)
{
    handedOver = LineEditor::Reading { line ? LineEditor::Ending::Line : LineEditor::Ending::EndOfInput,
        line ? std::string(line) : std::string() };
    std::free(line);
    rl_callback_handler_remove(); // restores the terminal before the answer streams
}

char* nextCommand(const char* start, int state)
{
    static std::size_t index = 0;
    if (state == 0)
        index = 0;
    while (index < std::size(kChatWords)) {
        const std::string word(kChatWords[index++].word);
        if (word.starts_with(start))
            return ::strdup(word.c_str());
    }
    return nullptr;
}

char** completeLine(const char* text, int start, int)
{
    // A message is not a command line: only "/word" at its beginning is completed, and files for /save.
    const bool isFile = std::string_view(rl_line_buffer).starts_with("/save ");
    rl_attempted_completion_over = isFile ? 0 : 1;
    return start == 0 && text[0] == '/' ? rl_completion_matches(text, nextCommand) : nullptr;
}

void setUpReadline(std::FILE* screen)
{
    rl_readline_name = "moru-cli";
    rl_outstream = screen;
    rl_attempted_completion_function = completeLine;
    rl_basic_word_break_characters = " ";
    rl_completer_word_break_characters = " ";
    // Pasted line breaks stay inside the message instead of sending its first line.
    rl_variable_bind("enable-bracketed-paste", "on");
    using_history();
    stifle_history(kMostHistory);
    history_comment_char = '#';
    history_write_timestamps = 1; // without them an entry of several lines comes back as several entries
}

bool createPrivately(const std::filesystem::path& file)
{
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    ::close(descriptor);
    return true;
}

} // namespace

LineEditor::LineEditor(Input& input, const Interrupt& interrupt, std::filesystem::path historyFile)
    : input_(input)
    , interrupt_(interrupt)
    , historyFile_(std::move(historyFile))
{
    const bool canShow = ::isatty(STDOUT_FILENO) == 1 || ::isatty(STDERR_FILENO) == 1;
    interactive_ = ::isatty(STDIN_FILENO) == 1 && canShow;
    if (!interactive_)
        return;
    setUpReadline(::isatty(STDOUT_FILENO) == 1 ? stdout : stderr);
    if (!historyFile_.empty() && !createPrivately(historyFile_))
        historyFile_.clear();
    if (!historyFile_.empty())
        ::read_history(historyFile_.c_str());
}

LineEditor::~LineEditor()
{
    if (interactive_ && !historyFile_.empty())
        ::history_truncate_file(historyFile_.c_str(), kMostHistory);
}

LineEditor::Reading LineEditor::read(const std::string& prompt)
{
    if (interactive_)
        return readTerminal(prompt);
    const auto line = input_.readLine();
    if (!line)
        return { line.error().code == ErrorCode::Cancelled ? Ending::Interrupted : Ending::EndOfInput, {} };
    return *line ? Reading { Ending::Line, **line } : Reading { Ending::EndOfInput, {} };
}

LineEditor::Reading LineEditor::readTerminal(const std::string& prompt)
{
    handedOver.reset();
    rl_callback_handler_install(prompt.c_str(), takeLine);
    while (!handedOver) {
        pollfd descriptors[] = { { STDIN_FILENO, POLLIN, 0 }, { interrupt_.descriptor(), POLLIN, 0 } };
        if (::poll(descriptors, 2, -1) < 0 && errno != EINTR)
            break;
        if (interrupt_.isRequested()) {
            rl_free_line_state();
            rl_callback_sigcleanup();
            rl_replace_line("", 0);
            rl_crlf();
            rl_callback_handler_remove();
            return { Ending::Interrupted, {} };
        }
        if (descriptors[0].revents)
            rl_callback_read_char();
    }
    return handedOver.value_or(Reading {});
}

void LineEditor::remember(const std::string& line)
{
    if (!interactive_ || line.empty())
        return;
    const HIST_ENTRY* last = history_length > 0 ? ::history_get(history_base + history_length - 1) : nullptr;
    if (last && line == last->line)
        return;
    ::add_history(line.c_str());
    if (!historyFile_.empty())
        ::append_history(1, historyFile_.c_str());
}

std::filesystem::path defaultHistoryFile()
{
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state && state[0] == '/')
        return std::filesystem::path(state) / "moru" / "chat_history";
    const char* home = std::getenv("HOME");
    return home && *home ? std::filesystem::path(home) / ".local/state/moru/chat_history"
                         : std::filesystem::path();
}

struct SilentKeys::State {
    termios before {};
};

SilentKeys::SilentKeys()
{
    termios current {};
    if (::tcgetattr(STDIN_FILENO, &current) != 0)
        return;
    state_ = new State { current };
    current.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &current);
}

SilentKeys::~SilentKeys()
{
    if (state_)
        ::tcsetattr(STDIN_FILENO, TCSANOW, &state_->before);
    delete state_;
}

} // namespace moru::cli
