#include "engine/loader/safetensors_writer.h"

#include "engine/loader/safetensors_reader.h"
#include "engine/loader/staged_file.h"

#include <array>
#include <limits>
#include <set>

#include <nlohmann/json.hpp>

namespace moru {

struct SafeTensorsWriter::State {
    std::string where;
    StagedFile file;
    std::uint64_t dataBytes = 0;
    std::uint64_t writtenBytes = 0;
};

namespace {

constexpr std::size_t kHeaderAlignment = 8; // the format pads with spaces, so that the data begins aligned

/// Size in bytes; an error for what no file could hold.
Result<std::uint64_t> checkedSize(const PlannedTensor& tensor, const std::string& where)
{
    std::uint64_t bytes = dtypeBytes(tensor.dtype);
    for (const std::int64_t size : tensor.shape) {
        if (size < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes))
            return failure(ErrorCode::InvalidRequest, where, "tensor {} cannot have the shape {}",
                tensor.name, shapeText(tensor.shape));
    }
    return bytes;
}

struct Header {
    std::string text;
    std::uint64_t dataBytes = 0;
};

Result<Header> makeHeader(const std::vector<PlannedTensor>& plan,
    const std::map<std::string, std::string>& metadata, const std::string& where)
{
    nlohmann::ordered_json entries = nlohmann::ordered_json::object();
    if (!metadata.empty())
        entries["__metadata__"] = metadata;
    std::set<std::string_view> names { "__metadata__" };
    std::uint64_t end = 0;
    for (const PlannedTensor& tensor : plan) {
        if (!names.insert(tensor.name).second)
            return failure(ErrorCode::InvalidRequest, where, "tensor {} is planned twice", tensor.name);
        const auto size = checkedSize(tensor, where);
        if (!size)
            return std::unexpected(size.error());
        const std::uint64_t begin = end;
        if (__builtin_add_overflow(begin, *size, &end))
            return failure(ErrorCode::InvalidRequest, where, "the tensors are too large together");
        entries[tensor.name] = { { "dtype", dtypeName(tensor.dtype) }, { "shape", tensor.shape },
            { "data_offsets", { begin, end } } };
    }
    std::string text = entries.dump(-1, ' ', true);
    text.append((kHeaderAlignment - text.size() % kHeaderAlignment) % kHeaderAlignment, ' ');
    return Header { std::move(text), end };
}

std::array<std::byte, 8> littleEndian64(std::uint64_t value)
{
    std::array<std::byte, 8> bytes {};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(value >> (8 * i));
    return bytes;
}

} // namespace

SafeTensorsWriter::SafeTensorsWriter(std::unique_ptr<State> state)
    : state_(std::move(state))
{
}

SafeTensorsWriter::SafeTensorsWriter(SafeTensorsWriter&&) noexcept = default;
SafeTensorsWriter& SafeTensorsWriter::operator=(SafeTensorsWriter&&) noexcept = default;
SafeTensorsWriter::~SafeTensorsWriter() = default;

Result<SafeTensorsWriter> SafeTensorsWriter::create(const std::filesystem::path& path,
    std::vector<PlannedTensor> plan, const std::map<std::string, std::string>& metadata)
{
    const auto header = makeHeader(plan, metadata, path.string());
    if (!header)
        return std::unexpected(header.error());
    auto file = StagedFile::create(path);
    if (!file)
        return std::unexpected(file.error());
    if (auto written = file->write(littleEndian64(header->text.size())); !written)
        return std::unexpected(written.error());
    if (auto written = file->write(header->text); !written)
        return std::unexpected(written.error());
    return SafeTensorsWriter(
        std::make_unique<State>(State { path.string(), std::move(*file), header->dataBytes, 0 }));
}

Result<void> SafeTensorsWriter::write(std::span<const std::byte> bytes)
{
    if (bytes.size() > state_->dataBytes - state_->writtenBytes)
        return failure(ErrorCode::InvalidRequest, state_->where, "more than the planned {} bytes of data",
            state_->dataBytes);
    state_->writtenBytes += bytes.size();
    return state_->file.write(bytes);
}

Result<void> SafeTensorsWriter::finish()
{
    if (state_->writtenBytes != state_->dataBytes)
        return failure(ErrorCode::InvalidRequest, state_->where,
            "{} of the planned {} bytes of data are there", state_->writtenBytes, state_->dataBytes);
    return state_->file.commit();
}

std::uint64_t SafeTensorsWriter::dataBytes() const
{
    return state_->dataBytes;
}

} // namespace moru
