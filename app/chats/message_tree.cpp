#include "app/chats/message_tree.h"

#include <algorithm>

namespace moru {

MessageTree::MessageTree(std::vector<MessageRecord> messages, std::map<MessageId, MessageId> chosen)
    : m_chosen(std::move(chosen))
{
    for (MessageRecord& message : messages) {
        m_children[message.parent].push_back(message.id);
        const MessageId id = message.id;
        m_messages.emplace(id, std::move(message));
    }
    for (auto& [parent, children] : m_children)
        std::ranges::sort(children);
}

const MessageRecord* MessageTree::find(MessageId message) const
{
    const auto found = m_messages.find(message);
    return found == m_messages.end() ? nullptr : &found->second;
}

MessageRecord* MessageTree::find(MessageId message)
{
    const auto found = m_messages.find(message);
    return found == m_messages.end() ? nullptr : &found->second;
}

MessageId MessageTree::chosenBelow(MessageId parent) const
{
    const auto children = m_children.find(parent);
    if (children == m_children.end())
        return 0;
    const auto chosen = m_chosen.find(parent);
    if (chosen != m_chosen.end()
        && std::ranges::find(children->second, chosen->second) != children->second.end())
        return chosen->second;
    return children->second.back();
}

std::vector<MessageRecord> MessageTree::path() const
{
    std::vector<MessageRecord> path;
    // Parents have smaller ids than their children, so a damaged row cannot lead in a circle.
    for (MessageId id = chosenBelow(0); id != 0 && (path.empty() || id > path.back().id);
        id = chosenBelow(id)) {
        path.push_back(m_messages.at(id));
        fillVersion(path.back());
    }
    return path;
}

std::vector<MessageRecord> MessageTree::pathTo(MessageId message) const
{
    std::vector<MessageRecord> path;
    for (const MessageRecord* at = find(message); at && (path.empty() || at->id < path.back().id);
        at = find(at->parent)) {
        path.push_back(*at);
        fillVersion(path.back());
    }
    std::ranges::reverse(path);
    return path;
}

std::vector<MessageId> MessageTree::versions(MessageId message) const
{
    const MessageRecord* record = find(message);
    return record ? m_children.at(record->parent) : std::vector<MessageId> {};
}

void MessageTree::add(MessageRecord message)
{
    const MessageId id = message.id;
    m_children[message.parent].push_back(id);
    m_chosen[message.parent] = id;
    m_messages.insert_or_assign(id, std::move(message));
}

void MessageTree::show(MessageId message)
{
    for (const MessageRecord& step : pathTo(message))
        m_chosen[step.parent] = step.id;
}

void MessageTree::fillVersion(MessageRecord& message) const
{
    const std::vector<MessageId>& siblings = m_children.at(message.parent);
    message.versionCount = static_cast<int>(siblings.size());
    message.versionIndex = static_cast<int>(std::ranges::find(siblings, message.id) - siblings.begin());
}

} // namespace moru
