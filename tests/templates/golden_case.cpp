#include "tests/templates/golden_case.h"

#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

namespace moru::test {

namespace {

using nlohmann::json;

ChatMessage readMessage(const json& value)
{
    ChatMessage message = ChatMessage::text(value.at("role"), "");
    const json& content = value.at("content");
    if (content.is_string()) {
        message.content.front().text = content;
    } else {
        message.contentIsList = true;
        message.content.clear();
        for (const json& part : content) {
            const bool isImage = part.at("type") == "image";
            message.content.push_back({ isImage ? ContentPart::Kind::Image : ContentPart::Kind::Text,
                isImage ? std::string() : part.at("text").get<std::string>() });
        }
    }
    if (value.contains("reasoning_content"))
        message.reasoning = value.at("reasoning_content");
    return message;
}

std::optional<std::string> readText(const json& row, const char* key)
{
    if (!row.contains(key) || row.at(key).is_null())
        return std::nullopt;
    return row.at(key).get<std::string>();
}

TemplateCase readCase(const json& row)
{
    TemplateCase result;
    result.name = row.at("name");
    for (const json& message : row.at("messages"))
        result.messages.push_back(readMessage(message));
    result.options.repair = false;
    result.options.addGenerationPrompt = row.at("add_generation_prompt");
    result.options.continueFinalMessage = row.at("continue_final_message");
    if (!row.at("enable_thinking").is_null())
        result.options.enableThinking = row.at("enable_thinking").get<bool>();
    result.options.date = readText(row, "date");
    result.text = readText(row, "text");
    result.error = readText(row, "error").value_or("");
    result.errorMessage = readText(row, "error_message").value_or("");
    result.fallbackText = readText(row, "fallback_text");
    if (result.text)
        result.ids = row.at("ids").get<std::vector<TokenId>>();
    result.sanitizedIds = result.ids;
    if (row.contains("ids_sanitized"))
        result.sanitizedIds = row.at("ids_sanitized").get<std::vector<TokenId>>();
    if (result.fallbackText)
        result.fallbackIds = row.at("fallback_ids").get<std::vector<TokenId>>();
    return result;
}

} // namespace

std::string readFile(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

std::vector<TemplateCase> readTemplateCases(const std::filesystem::path& file)
{
    std::vector<TemplateCase> cases;
    std::ifstream stream(file, std::ios::binary);
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty())
            cases.push_back(readCase(json::parse(line)));
    }
    return cases;
}

std::optional<std::string> readJsonText(const std::filesystem::path& file, const char* key)
{
    const json value = json::parse(readFile(file), nullptr, false);
    if (!value.is_object() || !value.contains(key) || !value.at(key).is_string())
        return std::nullopt;
    return value.at(key).get<std::string>();
}

} // namespace moru::test
