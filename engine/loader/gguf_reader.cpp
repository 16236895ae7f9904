#include "engine/loader/gguf_reader.h"

#include "engine/core/mapped_file.h"
#include "engine/loader/gguf_cursor.h"
#include "engine/loader/json_file.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace moru {

namespace {

constexpr std::uint64_t kMaxPairs = 1U << 16;
constexpr std::uint64_t kMaxTensors = 1U << 17;
constexpr std::uint64_t kMaxElements = 1U << 24; // of one list; the largest vocabulary has 2^18 tokens
constexpr std::uint64_t kMaxNameBytes = 1U << 16;
constexpr std::uint64_t kMaxTextBytes = 1U << 24;
constexpr std::uint32_t kMaxRank = 4;
constexpr std::uint64_t kMaxAlignment = 1U << 20;
constexpr std::uint64_t kUsualAlignment = 32;

} // namespace

/// Reads one file's header from front to back into a GgufFile.
class GgufParser {
public:
    GgufParser(GgufFile& file, std::span<const std::byte> bytes)
        : file_(file)
        , bytes_(bytes)
        , cursor_(bytes)
    {
    }

    [[nodiscard]] Result<void> parse()
    {
        const std::uint32_t magic = cursor_.number<std::uint32_t>();
        if (magic != 0x46554747U) // "GGUF"
            return failure(ErrorCode::UnsupportedFormat, file_.path_, "it is not a GGUF file");
        const auto version = cursor_.number<std::uint32_t>();
        if (version != 2 && version != 3)
            return failure(ErrorCode::UnsupportedFormat, file_.path_,
                "GGUF version {}; versions 2 and 3 in little-endian order are read", version);
        const auto tensorCount = cursor_.number<std::uint64_t>();
        const auto pairCount = cursor_.number<std::uint64_t>();
        if (tensorCount > kMaxTensors || pairCount > kMaxPairs)
            return invalid("{} tensors and {} metadata entries, at most {} and {} are read", tensorCount,
                pairCount, kMaxTensors, kMaxPairs);
        for (std::uint64_t i = 0; i < pairCount; ++i) {
            if (auto read = readPair(); !read)
                return read;
        }
        std::vector<std::uint64_t> offsets;
        for (std::uint64_t i = 0; i < tensorCount; ++i) {
            if (auto read = readDeclaration(offsets); !read)
                return read;
        }
        if (cursor_.failed())
            return endedEarly();
        return place(offsets);
    }

private:
    template <typename... Arguments>
    [[nodiscard]] std::unexpected<Error> invalid(
        fmt::format_string<Arguments...> format, Arguments&&... arguments) const
    {
        return failure(ErrorCode::InvalidHeader, file_.path_, format, std::forward<Arguments>(arguments)...);
    }

    [[nodiscard]] std::unexpected<Error> endedEarly() const
    {
        if (cursor_.badText())
            return invalid("a text is too long or not UTF-8, near byte {}", cursor_.position());
        return failure(
            ErrorCode::Truncated, file_.path_, "it ends inside its header, near byte {}", cursor_.position());
    }

    [[nodiscard]] Result<void> readPair()
    {
        const std::string key(cursor_.text(kMaxNameBytes));
        const auto kind = static_cast<GgufKind>(cursor_.number<std::uint32_t>());
        if (cursor_.failed())
            return endedEarly();
        if (file_.metadata_.contains(key) || file_.texts_.contains(key) || file_.numbers_.contains(key))
            return invalid("the metadata entry {} stands twice", excerpt(key));
        if (kind == GgufKind::List)
            return readList(key);
        if (kind == GgufKind::Text)
            file_.metadata_[key] = cursor_.text(kMaxTextBytes);
        else if (ggufKindBytes(kind) > 0)
            file_.metadata_[key] = cursor_.scalar(kind);
        else
            return invalid(
                "the metadata entry {} is of the unknown kind {}", excerpt(key), std::to_underlying(kind));
        if (cursor_.failed())
            return endedEarly();
        return {};
    }

    [[nodiscard]] Result<void> readList(const std::string& key)
    {
        const auto kind = static_cast<GgufKind>(cursor_.number<std::uint32_t>());
        const auto count = cursor_.number<std::uint64_t>();
        const bool isTexts = kind == GgufKind::Text;
        const std::uint64_t leastBytes = isTexts ? sizeof(std::uint64_t) : ggufKindBytes(kind);
        if (leastBytes == 0)
            return invalid("the list {} holds elements of the unknown or nested kind {}", excerpt(key),
                std::to_underlying(kind));
        if (count > kMaxElements)
            return invalid(
                "the list {} has {} elements, at most {} are read", excerpt(key), count, kMaxElements);
        if (count * leastBytes > cursor_.remaining()) // before anything is allocated
            return failure(ErrorCode::Truncated, file_.path_, "it ends inside the list {} of {} elements",
                excerpt(key), count);
        if (isTexts) {
            auto& texts = file_.texts_[key];
            texts.reserve(count);
            for (std::uint64_t i = 0; i < count && !cursor_.failed(); ++i)
                texts.push_back(cursor_.text(kMaxTextBytes));
        } else {
            auto& numbers = file_.numbers_[key];
            numbers.reserve(count);
            for (std::uint64_t i = 0; i < count; ++i) {
                const nlohmann::json value = cursor_.scalar(kind);
                numbers.push_back(value.is_boolean() ? (value.get<bool>() ? 1.0 : 0.0) : value.get<double>());
            }
        }
        if (cursor_.failed())
            return endedEarly();
        return {};
    }

    [[nodiscard]] Result<void> readDeclaration(std::vector<std::uint64_t>& offsets)
    {
        GgufTensor tensor;
        tensor.name = cursor_.text(kMaxNameBytes);
        const auto rank = cursor_.number<std::uint32_t>();
        if (cursor_.failed())
            return endedEarly();
        if (rank == 0 || rank > kMaxRank)
            return invalid(
                "tensor {} has {} dimensions, 1 to {} are read", excerpt(tensor.name), rank, kMaxRank);
        std::uint64_t count = 1;
        for (std::uint32_t i = 0; i < rank; ++i) {
            const auto size = cursor_.number<std::uint64_t>();
            if (size == 0 || size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                || __builtin_mul_overflow(count, size, &count))
                return cursor_.failed() ? Result<void>(endedEarly())
                                        : invalid("tensor {} has an impossible shape", excerpt(tensor.name));
            tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(size));
        }
        const auto type = cursor_.number<std::uint32_t>();
        offsets.push_back(cursor_.number<std::uint64_t>());
        if (cursor_.failed())
            return endedEarly();
        tensor.format = ggufFormat(type);
        if (!tensor.format)
            return failure(ErrorCode::UnsupportedFormat, file_.path_,
                "tensor {} is stored in GGUF's number format {}, which Moru does not read",
                excerpt(tensor.name), type);
        if (static_cast<std::uint64_t>(tensor.rowLength()) % tensor.format->blockValues != 0)
            return invalid("tensor {} has rows of {} numbers, not whole blocks of {}", excerpt(tensor.name),
                tensor.rowLength(), tensor.format->blockValues);
        if (!file_.tensorOfName_.emplace(tensor.name, file_.tensors_.size()).second)
            return invalid("tensor {} stands twice", excerpt(tensor.name));
        file_.tensors_.push_back(std::move(tensor));
        return {};
    }

    [[nodiscard]] Result<std::uint64_t> alignment() const
    {
        const auto entry = file_.metadata_.find("general.alignment");
        if (entry == file_.metadata_.end())
            return kUsualAlignment;
        if (!entry->is_number_unsigned() || !std::has_single_bit(entry->get<std::uint64_t>())
            || entry->get<std::uint64_t>() > kMaxAlignment)
            return invalid(
                "general.alignment is {}, not a power of two up to {}", entry->dump(), kMaxAlignment);
        return entry->get<std::uint64_t>();
    }

    /// Gives each tensor its bytes; the data section begins at the next aligned place after the header.
    [[nodiscard]] Result<void> place(const std::vector<std::uint64_t>& offsets)
    {
        const auto aligned = alignment();
        if (!aligned)
            return std::unexpected(aligned.error());
        const std::uint64_t begin = (cursor_.position() + *aligned - 1) / *aligned * *aligned;
        const std::uint64_t dataBytes = begin < bytes_.size() ? bytes_.size() - begin : 0;
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            GgufTensor& tensor = file_.tensors_[i];
            const std::uint64_t blocks
                = static_cast<std::uint64_t>(tensor.elementCount()) / tensor.format->blockValues;
            std::uint64_t size = 0;
            std::uint64_t end = 0;
            if (offsets[i] % *aligned != 0)
                return invalid("tensor {} begins at {}, not a multiple of {}", excerpt(tensor.name),
                    offsets[i], *aligned);
            if (__builtin_mul_overflow(blocks, std::uint64_t { tensor.format->blockBytes }, &size)
                || __builtin_add_overflow(offsets[i], size, &end) || end > dataBytes)
                return failure(ErrorCode::Truncated, file_.path_,
                    "tensor {} at byte {} of the data needs more than the {} bytes there are",
                    excerpt(tensor.name), offsets[i], dataBytes);
            tensor.bytes = bytes_.subspan(begin + offsets[i], size);
        }
        return refuseOverlaps();
    }

    [[nodiscard]] Result<void> refuseOverlaps() const
    {
        std::vector<const GgufTensor*> byPlace;
        for (const GgufTensor& tensor : file_.tensors_)
            byPlace.push_back(&tensor);
        std::sort(byPlace.begin(), byPlace.end(),
            [](const GgufTensor* a, const GgufTensor* b) { return a->bytes.data() < b->bytes.data(); });
        for (std::size_t i = 1; i < byPlace.size(); ++i) {
            const GgufTensor& before = *byPlace[i - 1];
            if (byPlace[i]->bytes.data() < before.bytes.data() + before.bytes.size())
                return failure(ErrorCode::OverlappingTensors, file_.path_,
                    "tensors {} and {} claim the same bytes", excerpt(before.name),
                    excerpt(byPlace[i]->name));
        }
        return {};
    }

    GgufFile& file_;
    std::span<const std::byte> bytes_;
    GgufCursor cursor_;
};

Result<GgufFile> GgufFile::open(const std::filesystem::path& path)
{
    auto mapped = MappedFile::open(path);
    if (!mapped)
        return std::unexpected(mapped.error());
    GgufFile file;
    file.path_ = path.string();
    file.file_ = std::move(*mapped);
    const auto parsed = GgufParser(file, file.file_->bytes()).parse();
    if (auto damage = file.damage(); !damage)
        return std::unexpected(damage.error());
    if (!parsed)
        return std::unexpected(parsed.error());
    return file;
}

std::span<const std::string_view> GgufFile::texts(std::string_view key) const
{
    const auto found = texts_.find(key);
    return found == texts_.end() ? std::span<const std::string_view>() : found->second;
}

std::span<const double> GgufFile::numbers(std::string_view key) const
{
    const auto found = numbers_.find(key);
    return found == numbers_.end() ? std::span<const double>() : found->second;
}

const GgufTensor* GgufFile::find(std::string_view name) const
{
    const auto found = tensorOfName_.find(name);
    return found == tensorOfName_.end() ? nullptr : &tensors_[found->second];
}

Result<void> GgufFile::damage() const
{
    return file_->damage();
}

std::int64_t GgufTensor::elementCount() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

std::span<const std::byte> GgufTensor::row(std::int64_t index) const
{
    const std::size_t rowBytes
        = static_cast<std::size_t>(rowLength()) / format->blockValues * format->blockBytes;
    return bytes.subspan(static_cast<std::size_t>(index) * rowBytes, rowBytes);
}

} // namespace moru
