#include "engine/loader/gguf_names.h"

#include "engine/loader/config_reader.h"
#include "engine/loader/json_file.h"
#include "engine/loader/safetensors_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace moru {

namespace {

struct NamePair {
    std::string_view gguf;
    std::string_view release;
};

/// Parts of a layer that all three families share …
constexpr std::array kLayerNames {
    NamePair { "attn_norm", "input_layernorm" },
    NamePair { "attn_q", "self_attn.q_proj" },
    NamePair { "attn_k", "self_attn.k_proj" },
    NamePair { "attn_v", "self_attn.v_proj" },
    NamePair { "attn_output", "self_attn.o_proj" },
    NamePair { "attn_q_norm", "self_attn.q_norm" },
    NamePair { "attn_k_norm", "self_attn.k_norm" },
    NamePair { "ffn_gate", "mlp.gate_proj" },
    NamePair { "ffn_up", "mlp.up_proj" },
    NamePair { "ffn_down", "mlp.down_proj" },
};
/// … and the norms, where Gemma 3 has four to a layer.
constexpr std::array kTwoNorms { NamePair { "ffn_norm", "post_attention_layernorm" } };
constexpr std::array kFourNorms {
    NamePair { "post_attention_norm", "post_attention_layernorm" },
    NamePair { "ffn_norm", "pre_feedforward_layernorm" },
    NamePair { "post_ffw_norm", "post_feedforward_layernorm" },
};

std::string_view lookUp(std::span<const NamePair> pairs, std::string_view name)
{
    const auto found
        = std::find_if(pairs.begin(), pairs.end(), [name](const NamePair& p) { return p.gguf == name; });
    return found == pairs.end() ? std::string_view() : found->release;
}

/// "blk.3.attn_q.weight" in its parts.
struct LayerName {
    int layer = 0;
    std::string_view part;
    std::string_view kind; ///< "weight" or "bias"
};

std::optional<LayerName> splitLayerName(std::string_view name)
{
    if (!name.starts_with("blk."))
        return std::nullopt;
    name.remove_prefix(4);
    LayerName split;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), split.layer);
    if (error != std::errc() || end == name.data() + name.size() || *end != '.' || split.layer < 0)
        return std::nullopt;
    name.remove_prefix(static_cast<std::size_t>(end - name.data()) + 1);
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    split.part = name.substr(0, dot);
    split.kind = name.substr(dot + 1);
    if (split.kind != "weight" && split.kind != "bias")
        return std::nullopt;
    return split;
}

struct Sizes {
    int layerCount = 0;
    int headCount = 0;
    int kvHeadCount = 0;
};

Result<Sizes> readSizes(const GgufFile& file, GgufFamily family)
{
    const std::string prefix(ggufFamilyName(family));
    ConfigReader reader(file.metadata(), file.path());
    Sizes sizes;
    sizes.layerCount = reader.integer(prefix + ".block_count", { 1, 1 << 12 });
    sizes.headCount = reader.integer(prefix + ".attention.head_count", { 1, 1 << 14 });
    sizes.kvHeadCount
        = reader.integerOr(prefix + ".attention.head_count_kv", sizes.headCount, { 1, 1 << 14 });
    if (auto read = reader.finish(); !read)
        return std::unexpected(read.error());
    return sizes;
}

/// Which tensor of the release a GGUF tensor is; an empty name for one that the release does not have.
class Planner {
public:
    Planner(const GgufFile& file, GgufFamily family, Sizes sizes, bool isTied)
        : file_(file)
        , family_(family)
        , sizes_(sizes)
        , isTied_(isTied)
    {
    }

    [[nodiscard]] Result<ImportedTensor> plan(const GgufTensor& source) const
    {
        ImportedTensor tensor;
        tensor.source = &source;
        if (source.name == "token_embd.weight" || source.name == "output.weight") {
            tensor.name = embeddingName(source);
        } else if (source.name == "output_norm.weight") {
            tensor.name = "model.norm.weight";
        } else if (const auto split = splitLayerName(source.name)) {
            const std::string_view part = releasePart(split->part);
            if (!part.empty() && split->layer < sizes_.layerCount)
                tensor.name = fmt::format("model.layers.{}.{}.{}", split->layer, part, split->kind);
            if (family_ == GgufFamily::Llama)
                tensor.interleavedHeads = headsOf(split->part);
        }
        if (tensor.name.empty() && !isSpareEmbedding(source))
            return failure(ErrorCode::UnexpectedTensor, file_.path(), "tensor {} is not known in files of {}",
                excerpt(source.name), ggufFamilyName(family_));
        if (family_ == GgufFamily::Gemma3 && source.name.ends_with("norm.weight"))
            tensor.subtract = 1.0F;
        if (tensor.interleavedHeads > 0
            && source.rowCount() % (2 * std::int64_t { tensor.interleavedHeads }) != 0)
            return failure(ErrorCode::WrongShape, file_.path(),
                "tensor {} has {} rows, not pairs for {} heads", excerpt(source.name), source.rowCount(),
                tensor.interleavedHeads);
        return tensor;
    }

private:
    [[nodiscard]] std::string_view releasePart(std::string_view part) const
    {
        const std::string_view norm
            = family_ == GgufFamily::Gemma3 ? lookUp(kFourNorms, part) : lookUp(kTwoNorms, part);
        return norm.empty() ? lookUp(kLayerNames, part) : norm;
    }

    [[nodiscard]] int headsOf(std::string_view part) const
    {
        if (part == "attn_q")
            return sizes_.headCount;
        return part == "attn_k" ? sizes_.kvHeadCount : 0;
    }

    /// The less precise of two forms of one matrix.
    [[nodiscard]] bool isSpareEmbedding(const GgufTensor& source) const
    {
        const GgufTensor* input = file_.find("token_embd.weight");
        const GgufTensor* output = file_.find("output.weight");
        if (!isTied_ || !input || !output)
            return false;
        const GgufTensor* spare = output->bytes.size() >= input->bytes.size() ? input : output;
        return &source == spare;
    }

    [[nodiscard]] std::string embeddingName(const GgufTensor& source) const
    {
        if (isSpareEmbedding(source))
            return {};
        return source.name == "output.weight" && !isTied_ ? "lm_head.weight" : "model.embed_tokens.weight";
    }

    const GgufFile& file_;
    GgufFamily family_;
    Sizes sizes_;
    bool isTied_;
};

} // namespace

std::int64_t ImportedTensor::sourceRow(std::int64_t row) const
{
    if (interleavedHeads == 0)
        return row;
    const std::int64_t headDim = source->rowCount() / interleavedHeads;
    const std::int64_t head = row / headDim;
    const std::int64_t dimension = row % headDim;
    const std::int64_t half = headDim / 2;
    return head * headDim + (dimension < half ? 2 * dimension : 2 * (dimension - half) + 1);
}

Result<std::vector<ImportedTensor>> planImport(const GgufFile& file, GgufFamily family)
{
    const auto sizes = readSizes(file, family);
    if (!sizes)
        return std::unexpected(sizes.error());
    const auto isTied = tiesEmbeddings(file);
    if (!isTied)
        return std::unexpected(isTied.error());
    const Planner planner(file, family, *sizes, *isTied);
    std::vector<ImportedTensor> tensors;
    for (const GgufTensor& source : file.tensors()) {
        auto tensor = planner.plan(source);
        if (!tensor)
            return std::unexpected(tensor.error());
        if (!tensor->name.empty())
            tensors.push_back(std::move(*tensor));
    }
    std::sort(tensors.begin(), tensors.end(),
        [](const ImportedTensor& a, const ImportedTensor& b) { return a.name < b.name; });
    // "blk.3" and "blk.03" would be one layer.
    const auto twice = std::adjacent_find(tensors.begin(), tensors.end(),
        [](const ImportedTensor& a, const ImportedTensor& b) { return a.name == b.name; });
    if (twice != tensors.end())
        return failure(ErrorCode::InvalidHeader, file.path(), "tensors {} and {} are both {}",
            excerpt(twice->source->name), excerpt(std::next(twice)->source->name), twice->name);
    return tensors;
}

} // namespace moru
