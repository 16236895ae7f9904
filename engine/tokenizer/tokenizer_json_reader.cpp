#include "engine/tokenizer/tokenizer_json_reader.h"

#include "engine/tokenizer/merge_table.h"

#include <optional>
#include <utility>

namespace moru {

namespace {

using nlohmann::json;

/// A tree of more values than this is no tokenizer's; Gemma 3's 6,415 added tokens make 51,000.
constexpr std::size_t kMaxTreeValues = 4'000'000;
constexpr std::size_t kMaxDepth = 64;

/// Takes the parser's events. Inside model.vocab and model.merges they fill the lists; elsewhere they build
/// the tree.
class Reader {
public:
    Reader(RawTokenizer& output, const std::string& where)
        : output_(output)
        , where_(where)
    {
    }

    std::optional<Error> error;

    bool null() { return value(nullptr); }
    bool boolean(bool v) { return value(v); }
    bool number_integer(json::number_integer_t v) { return number(v, v); }
    bool number_unsigned(json::number_unsigned_t v)
    {
        return number(v, v > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(v));
    }
    bool number_float(json::number_float_t v, const std::string&) { return value(v); }
    bool binary(json::binary_t&) { return refuse("binary data"); }

    bool string(std::string& text)
    {
        if (mode_ == Mode::Merges)
            return mergeAsString(text);
        if (mode_ == Mode::MergePair)
            return mergeHalf(text);
        return value(text);
    }

    bool key(std::string& name)
    {
        key_.swap(name);
        return true;
    }

    bool start_object(std::size_t)
    {
        if (mode_ == Mode::Tree && isModelMember("vocab")) {
            mode_ = Mode::Vocabulary;
            seenVocabulary_ = true;
            return true;
        }
        return mode_ == Mode::Tree ? open(json::object()) : wrongKind();
    }

    bool end_object()
    {
        if (mode_ == Mode::Vocabulary) {
            mode_ = Mode::Tree;
            return true;
        }
        path_.pop_back();
        return true;
    }

    bool start_array(std::size_t)
    {
        if (mode_ == Mode::Merges) {
            mode_ = Mode::MergePair;
            halves_ = 0;
            return true;
        }
        if (mode_ == Mode::Tree && isModelMember("merges")) {
            mode_ = Mode::Merges;
            seenMerges_ = true;
            return true;
        }
        if (mode_ == Mode::Tree && isModelMember("vocab"))
            return fail(ErrorCode::UnsupportedTokenizer, "the vocabulary is a list with scores (Unigram)");
        return mode_ == Mode::Tree ? open(json::array()) : wrongKind();
    }

    bool end_array()
    {
        if (mode_ == Mode::MergePair) {
            mode_ = Mode::Merges;
            return halves_ == 2 || fail(ErrorCode::InvalidTokenizer, "a merge does not have two halves");
        }
        if (mode_ == Mode::Merges) {
            mode_ = Mode::Tree;
            return true;
        }
        path_.pop_back();
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&)
    {
        return fail(ErrorCode::InvalidJson, fmt::format("not JSON at byte {}", position));
    }

private:
    enum class Mode { Tree, Vocabulary, Merges, MergePair };

    bool fail(ErrorCode code, std::string message)
    {
        if (!error)
            error = Error { code, std::move(message), where_ };
        return false;
    }
    bool refuse(std::string_view what) { return fail(ErrorCode::InvalidJson, fmt::format("holds {}", what)); }
    bool wrongKind()
    {
        return fail(ErrorCode::InvalidTokenizer,
            mode_ == Mode::Vocabulary ? fmt::format("the id of \"{}\" is not a whole number", key_)
                                      : "a merge is neither text nor a pair of texts");
    }

    /// Inside the member "model" of the outermost object, at this member. Given twice it is an ordinary
    /// value, and refused later.
    [[nodiscard]] bool isModelMember(std::string_view name) const
    {
        const bool seen = name == "vocab" ? seenVocabulary_ : seenMerges_;
        return inModel_ && path_.size() == 2 && key_ == name && !seen;
    }

    bool number(json value_, std::int64_t asId)
    {
        if (mode_ != Mode::Vocabulary)
            return value(std::move(value_));
        auto added = output_.vocabulary.add(asId, key_);
        if (!added)
            return fail(added.error().code, std::move(added.error().message));
        return true;
    }

    bool value(json v)
    {
        if (mode_ != Mode::Tree)
            return wrongKind();
        return place(std::move(v)) != nullptr;
    }

    bool open(json container)
    {
        if (path_.size() >= kMaxDepth)
            return fail(ErrorCode::InvalidTokenizer, fmt::format("nested deeper than {}", kMaxDepth));
        if (path_.size() == 1)
            inModel_ = path_.front()->is_object() && key_ == "model";
        json* const placed = place(std::move(container));
        if (!placed)
            return false;
        path_.push_back(placed);
        return true;
    }

    json* place(json v)
    {
        if (++values_ > kMaxTreeValues) {
            fail(ErrorCode::InvalidTokenizer, fmt::format("more than {} values", kMaxTreeValues));
            return nullptr;
        }
        if (path_.empty())
            return &(output_.rest = std::move(v));
        json& parent = *path_.back();
        if (parent.is_array())
            return &parent.emplace_back(std::move(v));
        return &(parent[key_] = std::move(v));
    }

    bool mergeAsString(std::string_view text)
    {
        const std::size_t space = text.find(' ');
        if (space == text.npos || text.find(' ', space + 1) != text.npos)
            return fail(ErrorCode::InvalidTokenizer, fmt::format("the merge \"{}\" is not two tokens", text));
        halves_ = 0;
        return mergeHalf(text.substr(0, space)) && mergeHalf(text.substr(space + 1));
    }

    bool mergeHalf(std::string_view text)
    {
        if (halves_ == 0) {
            if (output_.merges.size() == MergeTable::kMaxMerges)
                return fail(
                    ErrorCode::InvalidTokenizer, fmt::format("more than {} merges", MergeTable::kMaxMerges));
            output_.merges.push_back({ static_cast<std::uint32_t>(text.size()), 0 });
        } else {
            output_.merges.back().right = static_cast<std::uint32_t>(text.size());
        }
        ++halves_;
        output_.mergeText += text;
        return halves_ <= 2 || fail(ErrorCode::InvalidTokenizer, "a merge has more than two halves");
    }

    RawTokenizer& output_;
    const std::string& where_;
    Mode mode_ = Mode::Tree;
    std::vector<json*>
        path_; // open objects and lists; each is the last value of the one before, so none moves
    std::string key_;
    std::size_t values_ = 0;
    int halves_ = 0;
    bool inModel_ = false;
    bool seenVocabulary_ = false;
    bool seenMerges_ = false;
};

} // namespace

Result<RawTokenizer> readTokenizerJson(std::string_view text, const std::string& where)
{
    RawTokenizer raw;
    Reader reader(raw, where);
    const bool whole = json::sax_parse(text.begin(), text.end(), &reader);
    if (reader.error)
        return std::unexpected(std::move(*reader.error));
    if (!whole)
        return failure(ErrorCode::InvalidJson, where, "not JSON");
    return raw;
}

Result<json> parseJson(std::string_view text, const std::string& where)
{
    json tree = json::parse(text.begin(), text.end(), nullptr, false);
    if (tree.is_discarded())
        return failure(ErrorCode::InvalidJson, where, "not JSON");
    return tree;
}

} // namespace moru
