#include "engine/loader/safetensors_reader.h"

#include "engine/core/mapped_file.h"
#include "engine/loader/json_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace moru {

namespace {

using nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; // the format's own limit
constexpr std::size_t kMaxRank = 8; // no weight has more than 5 dimensions
constexpr std::size_t kMaxTensors = 1'000'000;

/// Number formats that SafeTensors knows and Moru does not, so that they are not called damage.
constexpr std::array<std::string_view, 11> kForeignDtypes { "U16", "U32", "U64", "F8_E4M3", "F8_E5M2",
    "F8_E8M0", "F4", "F6_E2M3", "F6_E3M2", "C64", "C128" };

/// A tensor as the header declares it, checked on its own.
struct Declaration {
    TensorView view; // without bytes
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

std::uint64_t readLittleEndian64(std::span<const std::byte> bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
        value |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
}

/// Checks the declarations of one file's header; errors name the file.
class HeaderReader {
public:
    HeaderReader(std::string file, std::span<const std::byte> data)
        : file_(std::move(file))
        , data_(data)
    {
    }

    [[nodiscard]] Result<std::vector<TensorView>> read(const json& header) const
    {
        if (!header.is_object())
            return invalid("the header is {}, not an object", jsonKind(header));
        if (header.size() > kMaxTensors)
            return invalid("{} tensors, at most {} are read", header.size(), kMaxTensors);
        std::vector<Declaration> declarations;
        declarations.reserve(header.size());
        for (const auto& [name, value] : header.items()) {
            if (name == "__metadata__") {
                if (auto checked = checkMetadata(value); !checked)
                    return std::unexpected(checked.error());
                continue;
            }
            auto declaration = readDeclaration(name, value);
            if (!declaration)
                return std::unexpected(declaration.error());
            declarations.push_back(std::move(*declaration));
        }
        return place(std::move(declarations));
    }

private:
    template <typename... Arguments>
    [[nodiscard]] std::unexpected<Error> invalid(
        fmt::format_string<Arguments...> format, Arguments&&... arguments) const
    {
        return failure(ErrorCode::InvalidHeader, file_, format, std::forward<Arguments>(arguments)...);
    }

    [[nodiscard]] Result<void> checkMetadata(const json& value) const
    {
        const bool isTexts = value.is_object()
            && std::all_of(value.begin(), value.end(), [](const json& text) { return text.is_string(); });
        if (!isTexts)
            return invalid("__metadata__ is not an object of texts");
        return {};
    }

    [[nodiscard]] Result<Declaration> readDeclaration(const std::string& name, const json& value) const
    {
        if (!value.is_object() || !value.contains("dtype") || !value.contains("shape")
            || !value.contains("data_offsets"))
            return invalid("tensor {} is not an object with dtype, shape and data_offsets", excerpt(name));
        Declaration declaration;
        declaration.view.name = name;
        auto dtype = readDtype(name, value["dtype"]);
        if (!dtype)
            return std::unexpected(dtype.error());
        declaration.view.dtype = *dtype;
        auto sizeBytes = readShape(value["shape"], declaration.view);
        if (!sizeBytes)
            return std::unexpected(sizeBytes.error());
        return readOffsets(value["data_offsets"], *sizeBytes, std::move(declaration));
    }

    [[nodiscard]] Result<DType> readDtype(const std::string& name, const json& value) const
    {
        if (!value.is_string())
            return invalid("tensor {} has a dtype that is {}, not a text", excerpt(name), jsonKind(value));
        const auto& spelling = value.get_ref<const std::string&>();
        if (const auto dtype = parseDtype(spelling))
            return *dtype;
        if (std::find(kForeignDtypes.begin(), kForeignDtypes.end(), spelling) != kForeignDtypes.end())
            return failure(ErrorCode::UnsupportedFormat, file_,
                "tensor {} is stored as {}, which Moru does not read", excerpt(name), spelling);
        return invalid("tensor {} has the unknown dtype \"{}\"", excerpt(name), excerpt(spelling));
    }

    /// Fills the shape; the result is the tensor's size in bytes.
    [[nodiscard]] Result<std::uint64_t> readShape(const json& value, TensorView& view) const
    {
        if (!value.is_array() || value.size() > kMaxRank)
            return invalid(
                "tensor {} has a shape that is not a list of at most {} sizes", excerpt(view.name), kMaxRank);
        std::uint64_t sizeBytes = dtypeBytes(view.dtype);
        for (const json& element : value) {
            if (!element.is_number_unsigned())
                return invalid("tensor {} has a size in its shape that is not a whole number of at least 0",
                    excerpt(view.name));
            const auto size = element.get<std::uint64_t>();
            // One product in signed arithmetic keeps every count of elements within int64 for all who follow.
            if (size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                || __builtin_mul_overflow(sizeBytes, size, &sizeBytes)
                || sizeBytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
                return invalid("tensor {} has a shape too large to count", excerpt(view.name));
            view.shape.push_back(static_cast<std::int64_t>(size));
        }
        return sizeBytes;
    }

    [[nodiscard]] Result<Declaration> readOffsets(
        const json& value, std::uint64_t sizeBytes, Declaration declaration) const
    {
        const std::string& name = declaration.view.name;
        if (!value.is_array() || value.size() != 2 || !value[0].is_number_unsigned()
            || !value[1].is_number_unsigned())
            return invalid("tensor {} has data_offsets that are not two whole numbers", excerpt(name));
        declaration.begin = value[0].get<std::uint64_t>();
        declaration.end = value[1].get<std::uint64_t>();
        if (declaration.end < declaration.begin)
            return invalid("tensor {} ends at byte {}, before its begin {}", excerpt(name), declaration.end,
                declaration.begin);
        if (declaration.end - declaration.begin != sizeBytes)
            return invalid("tensor {} has {} bytes, but {} {} needs {}", excerpt(name),
                declaration.end - declaration.begin, dtypeName(declaration.view.dtype),
                shapeText(declaration.view.shape), sizeBytes);
        if (declaration.end > data_.size())
            return failure(ErrorCode::Truncated, file_,
                "tensor {} ends at byte {} of the data, but the file holds {}", excerpt(name),
                declaration.end, data_.size());
        return declaration;
    }

    /// Tensors must follow each other without overlap or hole, from the first byte of the data to the last.
    [[nodiscard]] Result<std::vector<TensorView>> place(std::vector<Declaration> declarations) const
    {
        std::sort(declarations.begin(), declarations.end(), [](const Declaration& a, const Declaration& b) {
            return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
        });
        std::vector<TensorView> tensors;
        tensors.reserve(declarations.size());
        std::uint64_t covered = 0;
        for (Declaration& declaration : declarations) {
            if (declaration.begin < covered)
                return failure(ErrorCode::OverlappingTensors, file_,
                    "tensor {} begins at byte {}, inside tensor {}, which ends at {}",
                    excerpt(declaration.view.name), declaration.begin, excerpt(tensors.back().name), covered);
            if (declaration.begin > covered)
                return hole(covered, declaration.begin);
            covered = declaration.end;
            declaration.view.bytes = data_.subspan(declaration.begin, declaration.end - declaration.begin);
            tensors.push_back(std::move(declaration.view));
        }
        if (covered != data_.size())
            return hole(covered, data_.size());
        return tensors;
    }

    [[nodiscard]] std::unexpected<Error> hole(std::uint64_t begin, std::uint64_t end) const
    {
        return failure(ErrorCode::OverlappingTensors, file_, "bytes {} to {} of the data belong to no tensor",
            begin, end);
    }

    std::string file_;
    std::span<const std::byte> data_;
};

} // namespace

std::int64_t TensorView::elementCount() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

std::string shapeText(std::span<const std::int64_t> shape)
{
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += fmt::format("{}{}", i > 0 ? ", " : "", shape[i]);
    return text + "]";
}

Result<SafeTensorsFile> SafeTensorsFile::open(const std::filesystem::path& path)
{
    auto mapped = MappedFile::open(path);
    if (!mapped)
        return std::unexpected(mapped.error());
    const std::string where = path.string();
    const std::span<const std::byte> bytes = (*mapped)->bytes();
    if (bytes.size() < kLengthBytes)
        return failure(ErrorCode::Truncated, where, "{} bytes, a SafeTensors file has at least {}",
            bytes.size(), kLengthBytes);
    const std::uint64_t headerBytes = readLittleEndian64(bytes);
    if (headerBytes > bytes.size() - kLengthBytes) // the subtraction is safe after the check above
        return failure(ErrorCode::HeaderTooLarge, where, "a header of {} bytes in a file of {}", headerBytes,
            bytes.size());
    if (headerBytes > kMaxHeaderBytes)
        return failure(ErrorCode::HeaderTooLarge, where, "a header of {} bytes, at most {} are read",
            headerBytes, kMaxHeaderBytes);
    const auto* text = reinterpret_cast<const char*>(bytes.data()) + kLengthBytes;
    auto header = parseJson({ text, headerBytes }, where, DuplicateKeys::Refuse);
    if (!header)
        return failure(
            ErrorCode::InvalidHeader, where, "the header is not sound JSON: {}", header.error().message);
    auto tensors = HeaderReader(where, bytes.subspan(kLengthBytes + headerBytes)).read(*header);
    if (auto damage = (*mapped)->damage(); !damage)
        return std::unexpected(damage.error());
    if (!tensors)
        return std::unexpected(tensors.error());
    SafeTensorsFile file;
    file.file_ = std::move(*mapped);
    file.tensors_ = std::move(*tensors);
    return file;
}

} // namespace moru
