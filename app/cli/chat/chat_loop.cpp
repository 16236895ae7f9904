#include "app/cli/chat/chat_loop.h"

#include "app/cli/answer_stream.h"
#include "app/cli/generation_settings.h"
#include "app/cli/json_generation.h"
#include "app/cli/prompt_source.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr const char* kPrompt = "> ";
constexpr const char* kContinuedPrompt = "… ";
/// Presses of Ctrl+C during one answer after which the program ends at once, should the answer not stop.
constexpr int kImpatientPresses = 3;

} // namespace

ChatLoop::ChatLoop(Invocation& invocation, LineEditor& editor, std::shared_ptr<const LoadedModel> model,
    InferenceSession& session)
    : invocation_(invocation)
    , editor_(editor)
    , model_(std::move(model))
    , session_(session)
    , system_(invocation.arguments.text("system"))
{
    if (const auto thinking = invocation.arguments.text("thinking"))
        thinking_ = *thinking == "on";
    invocation_.interrupt.endAfter(kImpatientPresses);
}

ExitStatus ChatLoop::run()
{
    bool oneMoreLeaves = false;
    while (!invocation_.output.isBroken()) {
        (void)invocation_.interrupt.begin();
        const LineEditor::Reading reading = readMessage();
        if (reading.ending == LineEditor::Ending::EndOfInput)
            return ExitStatus::Done;
        if (reading.ending == LineEditor::Ending::Interrupted) {
            if (oneMoreLeaves || !editor_.isInteractive())
                return ExitStatus::Interrupted;
            oneMoreLeaves = true;
            invocation_.output.note("Ctrl+C once more leaves, and so does /quit.");
            continue;
        }
        oneMoreLeaves = false;
        if (reading.line.find_first_not_of(" \t\r\n") == std::string::npos)
            continue;
        editor_.remember(reading.line);
        if (reading.line.starts_with('/') && !reading.line.starts_with("//")) {
            if (obey(reading.line) == Next::Leave)
                return ExitStatus::Done;
            continue;
        }
        messages_.push_back(ChatMessage::text(
            "user", reading.line.starts_with("//") ? reading.line.substr(1) : reading.line));
        answer();
        // Pressed twice during one answer: the person wants out, not only silence.
        if (invocation_.interrupt.count() > 1)
            return ExitStatus::Interrupted;
    }
    return ExitStatus::Failed;
}

LineEditor::Reading ChatLoop::readMessage()
{
    LineEditor::Reading whole = editor_.read(kPrompt);
    while (whole.ending == LineEditor::Ending::Line && whole.line.ends_with('\\')) {
        whole.line.back() = '\n';
        LineEditor::Reading more = editor_.read(kContinuedPrompt);
        if (more.ending == LineEditor::Ending::Interrupted)
            return more;
        whole.line += more.line;
        if (more.ending == LineEditor::Ending::EndOfInput)
            break;
    }
    return whole;
}

std::vector<ChatMessage> ChatLoop::wholeConversation() const
{
    std::vector<ChatMessage> all;
    if (system_)
        all.push_back(ChatMessage::text("system", *system_));
    all.insert(all.end(), messages_.begin(), messages_.end());
    return all;
}

GenerationRequest ChatLoop::nextRequest()
{
    GenerationRequest request;
    ChatPrompt prompt { .messages = wholeConversation(), .options = {} };
    prompt.options.enableThinking = thinking_;
    prompt.overflow = overflowPolicy(invocation_.arguments);
    request.prompt = std::move(prompt);
    applySettings(invocation_.arguments, model_->description(), request);
    // One seed for the whole conversation would make /regenerate say the same again.
    request.seed = *request.seed + answerCount_++;
    return request;
}

void ChatLoop::answer()
{
    const GenerationRequest request = nextRequest();
    GenerationResult result;
    {
        const SilentKeys silent;
        AnswerStream stream(invocation_.output, invocation_.interrupt.begin(), true);
        result = session_.generate(request, stream, stream.stopToken());
        stream.finish();
    }
    if (!result.ids.empty()) {
        ChatMessage message = ChatMessage::text("assistant", result.answer);
        if (!result.thinking.empty())
            message.reasoning = result.thinking;
        messages_.push_back(std::move(message));
    }
    if (result.droppedMessages > 0) {
        invocation_.output.note(fmt::format(
            "The oldest {} messages did not fit into the context and were left out of the prompt.",
            result.droppedMessages));
    }
    if (result.error) {
        invocation_.output.sentence(*result.error);
        if (result.ids.empty()) { // the message did not fit or could not be rendered: the next one may
            messages_.pop_back();
            invocation_.output.note("The message was left out of the conversation; arrow up brings it back.");
        }
    } else if (editor_.isInteractive()) {
        const std::string line = statisticsLine(result);
        invocation_.output.note(
            invocation_.output.notesHaveColour() ? fmt::format("\033[2m{}\033[0m", line) : line);
    }
    last_ = std::move(result);
}

} // namespace moru::cli
