#include "engine/templates/probes.h"

#include <utility>

namespace moru {

namespace {

using Messages = std::vector<ChatMessage>;

PromptOptions strict()
{
    PromptOptions options;
    options.repair = false;
    options.date = "26 Jul 2024";
    return options;
}

ChatMessage system(std::string text)
{
    return ChatMessage::text("system", std::move(text));
}

ChatMessage user(std::string text)
{
    return ChatMessage::text("user", std::move(text));
}

ChatMessage assistant(std::string text)
{
    return ChatMessage::text("assistant", std::move(text));
}

Probe plain(Messages messages)
{
    return { .messages = std::move(messages), .options = strict() };
}

Probe withoutAnswerStart(Messages messages)
{
    Probe probe = plain(std::move(messages));
    probe.options.addGenerationPrompt = false;
    return probe;
}

Probe thinking(Messages messages, bool enabled)
{
    Probe probe = plain(std::move(messages));
    probe.options.enableThinking = enabled;
    return probe;
}

Probe continued(Messages messages)
{
    Probe probe = withoutAnswerStart(std::move(messages));
    probe.options.continueFinalMessage = true;
    return probe;
}

Probe withPicture()
{
    ChatMessage message = user(" What is this? ");
    message.contentIsList = true;
    message.content.insert(message.content.begin(), { ContentPart::Kind::Image, {} });
    Probe probe = plain({ message });
    probe.hasParts = true;
    return probe;
}

ChatMessage withReasoning(std::string text, std::string reasoning)
{
    ChatMessage message = assistant(std::move(text));
    message.reasoning = std::move(reasoning);
    return message;
}

std::vector<Probe> makeProbes()
{
    const std::string taggedAnswer = "<think>\nhm\n</think>\n\nHello";
    return {
        plain({ user("Hi") }),
        plain({ user("Hi"), assistant("Hello"), user("More") }),
        withoutAnswerStart({ user("Hi") }),
        plain({ system("Be brief."), user("Hi"), assistant("Hello"), user("More") }),
        plain({ system(""), user("Hi") }),
        plain({ system(" \n Be brief. \n"), user(" \n\u00A0Hi\u3000 \n"), assistant("\n Hello \n"),
            user("More") }),
        plain({ user("Hi"), assistant(taggedAnswer), user("More") }),
        plain({ user("Hi"), withReasoning("Hello", "hm"), user("More") }),
        withoutAnswerStart({ user("Hi"), assistant("Hello") }),
        withoutAnswerStart({ user("Hi"), assistant(taggedAnswer) }),
        withoutAnswerStart({ user("Hi"), withReasoning("Hello", "\nhm\n") }),
        thinking({ user("Hi") }, true),
        thinking({ user("Hi") }, false),
        continued({ user("Hi"), assistant("The sea is ") }),
        plain({ user("one"), user("two") }),
        plain({ assistant("Hello"), user("Hi") }),
        plain({ user("Hi"), system("Be brief."), user("More") }),
        plain({}),
        withPicture(),
    };
}

} // namespace

std::span<const Probe> probes()
{
    static const std::vector<Probe> all = makeProbes();
    return all;
}

Result<std::string> renderProbe(const PromptFormat& format, const Probe& probe)
{
    auto prompt = format.render(probe.messages, probe.options);
    if (!prompt)
        return std::unexpected(prompt.error());
    return std::move(prompt->text);
}

std::optional<std::size_t> firstDifference(const PromptFormat& builtIn, const PromptFormat& other)
{
    const std::span<const Probe> all = probes();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto ours = renderProbe(builtIn, all[i]);
        if (!ours && all[i].hasParts)
            continue;
        const auto theirs = renderProbe(other, all[i]);
        if (ours.has_value() != theirs.has_value() || (ours && *ours != *theirs))
            return i;
    }
    return std::nullopt;
}

} // namespace moru
