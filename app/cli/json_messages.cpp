#include "app/cli/json_messages.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

Result<ContentPart> partFromJson(const Json& value, const std::string& where)
{
    const auto kind = value.is_object() ? value.find("type") : value.end();
    if (!value.is_object() || kind == value.end() || !kind->is_string())
        return failure(ErrorCode::InvalidRequest, where, "a part of the content has no \"type\"");
    const auto& type = kind->get_ref<const std::string&>();
    if (type == "image")
        return ContentPart { .kind = ContentPart::Kind::Image, .text = {} };
    if (type != "text")
        return failure(
            ErrorCode::InvalidRequest, where, "a part of the kind \"{}\"; there are text and image", type);
    const auto text = value.find("text");
    if (text == value.end() || !text->is_string())
        return failure(ErrorCode::InvalidRequest, where, "a part of the kind text without a \"text\"");
    return ContentPart { .kind = ContentPart::Kind::Text, .text = text->get<std::string>() };
}

Result<ChatMessage> messageFromJson(const Json& value, const std::string& where)
{
    RequestReader reader(value);
    ChatMessage message;
    message.role = reader.neededText("role");
    message.reasoning = reader.text("reasoning_content");
    if (!reader.check())
        return failure(ErrorCode::InvalidRequest, where,
            "a message is an object with \"role\" and \"content\", both texts");
    const Json* content = reader.member("content");
    if (content && content->is_string()) {
        message.content.push_back({ .kind = ContentPart::Kind::Text, .text = content->get<std::string>() });
        return message;
    }
    if (!content || !content->is_array())
        return failure(ErrorCode::InvalidRequest, where, "\"content\" must be a text or a list of parts");
    message.contentIsList = true;
    for (const Json& entry : *content) {
        auto part = partFromJson(entry, where);
        if (!part)
            return std::unexpected(part.error());
        message.content.push_back(std::move(*part));
    }
    return message;
}

} // namespace

Result<std::vector<ChatMessage>> messagesFromJson(const Json& list)
{
    if (!list.is_array())
        return failure(ErrorCode::InvalidRequest, "messages", "must be a list");
    std::vector<ChatMessage> messages;
    for (const Json& value : list) {
        auto message = messageFromJson(value, fmt::format("messages[{}]", messages.size()));
        if (!message)
            return std::unexpected(message.error());
        messages.push_back(std::move(*message));
    }
    return messages;
}

Json messagesToJson(const std::vector<ChatMessage>& messages)
{
    Json list = Json::array();
    for (const ChatMessage& message : messages) {
        Json entry { { "role", message.role } };
        if (message.contentIsList) {
            Json parts = Json::array();
            for (const ContentPart& part : message.content) {
                if (part.kind == ContentPart::Kind::Image)
                    parts.push_back({ { "type", "image" } });
                else
                    parts.push_back({ { "type", "text" }, { "text", part.text } });
            }
            entry["content"] = std::move(parts);
        } else {
            entry["content"] = message.content.empty() ? std::string() : message.content.front().text;
        }
        if (message.reasoning)
            entry["reasoning_content"] = *message.reasoning;
        list.push_back(std::move(entry));
    }
    return list;
}

} // namespace moru::cli
