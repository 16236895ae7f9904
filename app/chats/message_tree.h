#pragma once

#include "app/types/chat.h"

#include <map>
#include <vector>

namespace moru {

/// All messages of a chat and which version of each is shown. A conversation is the path from the chosen
/// first message down the chosen children. Pure values: switching versions changes what is chosen and nothing
/// else.
class MessageTree {
public:
    MessageTree() = default;
    /// `chosen` maps a message (0 for the chat) to the child that is shown below it.
    MessageTree(std::vector<MessageRecord> messages, std::map<MessageId, MessageId> chosen);

    /// The conversation as shown, with versionIndex and versionCount filled in.
    [[nodiscard]] std::vector<MessageRecord> path() const;
    /// From the first message down to `message`, whatever is chosen. Empty for an unknown id.
    [[nodiscard]] std::vector<MessageRecord> pathTo(MessageId message) const;
    [[nodiscard]] const MessageRecord* find(MessageId message) const;
    [[nodiscard]] MessageRecord* find(MessageId message);
    /// Versions of one message, itself included, oldest first.
    [[nodiscard]] std::vector<MessageId> versions(MessageId message) const;
    [[nodiscard]] std::size_t size() const { return m_messages.size(); }

    /// Adds a message and shows it.
    void add(MessageRecord message);
    /// Shows this message, and all above it.
    void show(MessageId message);
    [[nodiscard]] MessageId chosenBelow(MessageId parent) const;

private:
    void fillVersion(MessageRecord& message) const;

    std::map<MessageId, MessageRecord> m_messages;
    std::map<MessageId, std::vector<MessageId>> m_children; // by parent; ids grow, so oldest first
    std::map<MessageId, MessageId> m_chosen;
};

} // namespace moru
