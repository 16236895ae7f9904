#include "engine/api/prompt.h"

namespace moru {

ChatMessage ChatMessage::text(std::string role, std::string content)
{
    ChatMessage message;
    message.role = std::move(role);
    message.content.push_back({ .kind = ContentPart::Kind::Text, .text = std::move(content) });
    return message;
}

} // namespace moru
