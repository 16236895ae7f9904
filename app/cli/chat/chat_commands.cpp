#include "app/cli/chat/chat_loop.h"

#include "app/cli/chat/chat_words.h"
#include "app/cli/chat_ability.h"
#include "app/cli/file_output.h"
#include "app/cli/json_generation.h"
#include "app/cli/json_messages.h"
#include "app/cli/json_model.h"
#include "engine/api/machine.h"

#include <fmt/format.h>

#include <unistd.h>

namespace moru::cli {

namespace {

double megabytes(std::uint64_t bytes)
{
    return static_cast<double>(bytes) / 1e6;
}

} // namespace

void ChatLoop::say(std::string_view line)
{
    (void)writeAll(STDERR_FILENO, fmt::format("{}\n", line));
}

ChatLoop::Next ChatLoop::obey(const std::string& line)
{
    const auto space = line.find_first_of(" \n");
    const std::string word = line.substr(0, space);
    std::string operand = space == std::string::npos ? std::string() : line.substr(space + 1);
    operand.erase(operand.find_last_not_of(" \r\n") + 1);
    if (word == "/quit" || word == "/exit" || word == "/bye")
        return Next::Leave;
    if (word == "/help" || word == "/?")
        showHelp();
    else if (word == "/system")
        setSystem(operand);
    else if (word == "/thinking")
        setThinking(operand);
    else if (word == "/regenerate")
        regenerate();
    else if (word == "/stats")
        showStatistics();
    else if (word == "/save")
        save(operand);
    else if (word == "/new")
        startNew();
    else
        say(fmt::format(
            "There is no {}; /help lists what there is. A message that begins with / is written with //.",
            word));
    return Next::Continue;
}

void ChatLoop::showHelp()
{
    for (const ChatWord& word : kChatWords)
        say(fmt::format("  {:<20}{}", fmt::format("{} {}", word.word, word.operand), word.help));
    say("  A line that ends in \\ goes on in the next. Ctrl+C stops an answer, Ctrl+D leaves.");
}

void ChatLoop::setSystem(const std::string& text)
{
    if (text == "-")
        system_.reset();
    else if (!text.empty())
        system_ = text;
    say(system_ ? fmt::format("System text: {}", *system_) : "There is no system text.");
}

void ChatLoop::setThinking(const std::string& text)
{
    if (text != "on" && text != "off") {
        say("/thinking takes on or off.");
        return;
    }
    if (const auto able = checkCanChat(model_->description(), text == "on"); !able) {
        invocation_.output.sentence(able.error());
        return;
    }
    thinking_ = text == "on";
    say(fmt::format("Thinking is {}.", text));
}

void ChatLoop::regenerate()
{
    if (!messages_.empty() && messages_.back().role == "assistant")
        messages_.pop_back();
    if (messages_.empty()) {
        say("There is nothing to answer yet.");
        return;
    }
    answer();
}

void ChatLoop::showStatistics()
{
    if (last_)
        say(statisticsLine(*last_));
    const MemoryUse memory = session_.memory();
    say(fmt::format("{} of {} tokens of context in use; precision {}, {} threads, {}",
        session_.cachedTokenCount(), model_->options().contextLength,
        precisionName(model_->options().precision), model_->options().threadCount, model_->isa()));
    say(fmt::format("memory: weights {:.0f} MB, cache {:.0f} MB, activations {:.0f} MB; process {:.0f} MB",
        megabytes(memory.weightsBytes), megabytes(memory.kvCacheBytes), megabytes(memory.activationsBytes),
        megabytes(processMemory().residentBytes)));
}

void ChatLoop::save(const std::string& file)
{
    if (file.empty()) {
        say("/save takes the name of a file.");
        return;
    }
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) { // words already kept are not overwritten by a slip
        say(fmt::format("{} is there already; choose another name.", file));
        return;
    }
    const Json document { { "model", pathString(model_->description().folder) },
        { "messages", messagesToJson(wholeConversation()) } };
    if (const auto written = writeTextFile(file, dumpJson(document, 2) + "\n"); !written)
        invocation_.output.sentence(written.error());
    else
        say(fmt::format("Saved to {}.", file));
}

void ChatLoop::startNew()
{
    messages_.clear();
    last_.reset();
    session_.reset();
    say("A new conversation.");
}

} // namespace moru::cli
