#include "engine/loader/json_file.h"

#include "engine/core/mapped_file.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace moru {

namespace {

using nlohmann::json;

std::string position(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
    return fmt::format("line {}, column {}", line, before.size() - lineStart + 1);
}

/// Offset of the bracket that opens one level too many. Runs before parsing, so that depth costs no memory.
std::optional<std::size_t> offsetOfExcessiveDepth(std::string_view text)
{
    int depth = 0;
    bool insideString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (insideString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                insideString = false;
        } else if (c == '"') {
            insideString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kMaxJsonDepth)
                return i;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return std::nullopt;
}

/// Sees every key while the text is parsed, and remembers the first that stands twice in its object.
class DuplicateWatch {
public:
    void see(json::parse_event_t event, const json& value)
    {
        using Event = json::parse_event_t;
        if (event == Event::object_start) {
            keys_.emplace_back();
        } else if (event == Event::object_end) {
            keys_.pop_back();
        } else if (event == Event::key) {
            const auto& key = value.get_ref<const std::string&>();
            if (!keys_.back().insert(key).second && !duplicate_)
                duplicate_ = key;
        }
    }
    [[nodiscard]] const std::optional<std::string>& duplicate() const { return duplicate_; }

private:
    std::vector<std::set<std::string>> keys_;
    std::optional<std::string> duplicate_;
};

/// The library's sentence without its own numbering and position.
std::string reasonOf(const json::exception& error)
{
    std::string_view text = error.what();
    for (const std::string_view lead : { "] ", ": " }) {
        if (const auto at = text.find(lead); at != std::string_view::npos)
            text.remove_prefix(at + lead.size());
    }
    return excerpt(text, 200);
}

json parseWatched(std::string_view text, DuplicateWatch& watch)
{
    return json::parse(text.begin(), text.end(), [&watch](int, json::parse_event_t event, json& value) {
        watch.see(event, value);
        return true;
    });
}

} // namespace

Result<json> parseJson(std::string_view text, const std::string& where, DuplicateKeys duplicates)
{
    if (const auto offset = offsetOfExcessiveDepth(text))
        return failure(ErrorCode::InvalidJson, where, "{}: nested deeper than {} levels",
            position(text, *offset), kMaxJsonDepth);
    try {
        if (duplicates == DuplicateKeys::LastCounts)
            return json::parse(text.begin(), text.end());
        DuplicateWatch watch;
        json value = parseWatched(text, watch);
        if (watch.duplicate())
            return failure(ErrorCode::InvalidJson, where, "\"{}\" stands twice in one object",
                excerpt(*watch.duplicate()));
        return value;
    } catch (const json::parse_error& error) {
        const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0; // the library counts from 1
        return failure(ErrorCode::InvalidJson, where, "{}: {}", position(text, offset), reasonOf(error));
    } catch (const json::exception& error) { // a number that no double can hold
        return failure(ErrorCode::InvalidJson, where, "{}", reasonOf(error));
    }
}

Result<json> readJsonFile(const std::filesystem::path& path, std::uint64_t maxBytes)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return std::unexpected(file.error());
    const std::span<const std::byte> bytes = (*file)->bytes();
    if (bytes.size() > maxBytes)
        return failure(
            ErrorCode::InvalidJson, path.string(), "{} bytes, at most {} are read", bytes.size(), maxBytes);
    auto value = parseJson({ reinterpret_cast<const char*>(bytes.data()), bytes.size() }, path.string());
    if (auto damage = (*file)->damage(); !damage)
        return std::unexpected(damage.error());
    return value;
}

std::string_view jsonKind(const json& value)
{
    switch (value.type()) {
    case json::value_t::null:
        return "null";
    case json::value_t::object:
        return "an object";
    case json::value_t::array:
        return "a list";
    case json::value_t::string:
        return "a text";
    case json::value_t::boolean:
        return "true or false";
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float:
        return "a number";
    case json::value_t::binary:
    case json::value_t::discarded:
        break;
    }
    return "something else";
}

std::string excerpt(std::string_view text, std::size_t maxBytes)
{
    if (text.size() <= maxBytes)
        return std::string(text);
    std::size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) // inside a character
        --end;
    return std::string(text.substr(0, end)) + "…";
}

} // namespace moru
