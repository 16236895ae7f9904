#include "app/cli/prompt_source.h"

#include "app/cli/json_messages.h"
#include "app/cli/requests.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

namespace moru::cli {

namespace {

constexpr Option kPrompt[] = {
    { .name = "prompt",
        .aliases = "-p",
        .kind = OptionKind::Text,
        .value = "TEXT",
        .fallbackWords = "none",
        .help = "Plain text to continue; - reads it from standard input" },
    { .name = "ids", .help = "Continue {\"ids\":[…]} from standard input; needs no tokenizer" },
    { .name = "messages",
        .kind = OptionKind::Text,
        .value = "FILE",
        .fallbackWords = "none",
        .help = "Answer a conversation: a JSON list of {\"role\",\"content\"}, or an object that has it as "
                "\"messages\"; - reads it from standard input" },
    { .name = "user",
        .kind = OptionKind::Text,
        .value = "TEXT",
        .fallbackWords = "none",
        .help = "Answer this message; - reads it from standard input" },
    { .name = "system",
        .kind = OptionKind::Text,
        .value = "TEXT",
        .fallbackWords = "none",
        .help = "System text before the message" },
    { .name = "thinking",
        .kind = OptionKind::Text,
        .value = "on|off",
        .fallbackWords = "as the model's template says",
        .help = "Whether the model thinks before it answers, where it has that switch",
        .choices = "on off" },
};

Result<std::string> textOrInput(Invocation& invocation, const std::string& text)
{
    return text == "-" ? invocation.input.readAll() : Result<std::string>(text);
}

Result<ChatPrompt> readConversation(Invocation& invocation, const std::string& file)
{
    const auto text = file == "-" ? invocation.input.readAll() : readTextFile(file);
    if (!text)
        return std::unexpected(text.error());
    const auto json = parseJson(*text, file == "-" ? "standard input" : file);
    if (!json)
        return std::unexpected(json.error());
    const auto member = json->is_object() ? json->find("messages") : json->end();
    auto messages = messagesFromJson(json->is_object() && member != json->end() ? *member : *json);
    if (!messages)
        return std::unexpected(messages.error());
    for (const ChatMessage& message : *messages) {
        for (const ContentPart& part : message.content) {
            if (part.kind == ContentPart::Kind::Image)
                return failure(ErrorCode::InvalidRequest, file,
                    "a message holds a picture, and pictures are not read yet");
        }
    }
    return ChatPrompt { .messages = std::move(*messages), .options = {} };
}

Result<ChatPrompt> readChat(Invocation& invocation)
{
    const Arguments& arguments = invocation.arguments;
    ChatPrompt chat;
    if (const auto file = arguments.text("messages")) {
        auto conversation = readConversation(invocation, *file);
        if (!conversation)
            return std::unexpected(conversation.error());
        chat = std::move(*conversation);
    } else {
        if (const auto system = arguments.text("system"))
            chat.messages.push_back(ChatMessage::text("system", *system));
        auto user = textOrInput(invocation, *arguments.text("user"));
        if (!user)
            return std::unexpected(user.error());
        chat.messages.push_back(ChatMessage::text("user", std::move(*user)));
    }
    if (const auto thinking = arguments.text("thinking"))
        chat.options.enableThinking = *thinking == "on";
    chat.overflow = overflowPolicy(arguments);
    return chat;
}

} // namespace

OverflowPolicy overflowPolicy(const Arguments& arguments)
{
    return arguments.text("overflow") == "drop-oldest" ? OverflowPolicy::DropOldestTurns
                                                       : OverflowPolicy::Refuse;
}

OptionTable promptOptions()
{
    return kPrompt;
}

std::optional<std::string> promptUsageComplaint(const Arguments& arguments)
{
    int sources = 0;
    for (const std::string_view name : { "prompt", "ids", "messages", "user" })
        sources += arguments.has(name) ? 1 : 0;
    if (sources != 1)
        return "generate needs one of --prompt, --ids, --messages and --user";
    if (arguments.has("system") && !arguments.has("user"))
        return "--system goes with --user";
    if (arguments.has("thinking") && !arguments.has("user") && !arguments.has("messages"))
        return "--thinking goes with --user or --messages";
    return std::nullopt;
}

Result<GenerationRequest> readPrompt(Invocation& invocation)
{
    const Arguments& arguments = invocation.arguments;
    GenerationRequest request;
    if (const auto prompt = arguments.text("prompt")) {
        auto text = textOrInput(invocation, *prompt);
        if (!text)
            return std::unexpected(text.error());
        request.prompt = TextPrompt { std::move(*text) };
    } else if (arguments.has("ids")) {
        const auto json = readRequest(invocation);
        if (!json)
            return std::unexpected(json.error());
        RequestReader reader(*json);
        TokenPrompt tokens { reader.neededIds("ids") };
        if (const auto right = reader.check(); !right)
            return std::unexpected(right.error());
        request.prompt = std::move(tokens);
    } else {
        auto chat = readChat(invocation);
        if (!chat)
            return std::unexpected(chat.error());
        request.prompt = std::move(*chat);
    }
    return request;
}

Result<std::string> readTextFile(const std::string& path)
{
    const auto refuse = [&path](int code) {
        const ErrorCode kind = code == ENOENT || code == ENOTDIR ? ErrorCode::FileNotFound
            : code == EACCES                                     ? ErrorCode::PermissionDenied
                                                                 : ErrorCode::ReadFailed;
        return failure(kind, path, "cannot be read: {}", std::strerror(code));
    };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return refuse(errno);
    std::string text;
    char piece[1 << 16];
    ssize_t count = 0;
    while ((count = ::read(file, piece, sizeof piece)) != 0) {
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 || text.size() > Input::kLargestRequest)
            break;
        text.append(piece, static_cast<std::size_t>(count));
    }
    const int code = errno;
    ::close(file);
    if (count < 0)
        return refuse(code);
    if (text.size() > Input::kLargestRequest)
        return failure(ErrorCode::InvalidRequest, path, "more than {} bytes", Input::kLargestRequest);
    return text;
}

} // namespace moru::cli
