#pragma once

#include "engine/api/error.h"
#include "engine/api/kv_format.h"
#include "engine/api/program.h"
#include "engine/api/prompt.h"
#include "engine/api/sampling.h"
#include "engine/api/tokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace moru {

enum class Precision {
    Exact, ///< Weights as stored, float32 activations: what every other precision is measured against.
    Int8, ///< 8-bit weights with a scale for each row and 128 columns, in large models 512; 32 in embedding
          ///< and head.
    Int4, ///< 4-bit weights with a scale and a zero point for each row and 32 columns, embedding and head
          ///< at 8.
};
inline constexpr std::size_t kPrecisionCount = 3;

[[nodiscard]] std::string_view precisionName(Precision precision); ///< "exact", "int8", "int4"
[[nodiscard]] Result<Precision> parsePrecision(std::string_view name); ///< Error: InvalidSetting.
/// What is used when nobody asks for anything else: the fastest precision that exists.
[[nodiscard]] Precision defaultPrecision();

[[nodiscard]] std::string_view kvFormatName(KvFormat format); ///< "exact", "bf16", "int8"
[[nodiscard]] Result<KvFormat> parseKvFormat(std::string_view name); ///< Error: InvalidSetting.
/// What a precision uses when nobody asks for anything else.
[[nodiscard]] KvFormat defaultKvFormat(Precision precision);

struct TensorDescription {
    std::string name;
    std::string dtype; ///< As in the file: "BF16", "F16", "F32".
    std::vector<std::int64_t> shape;
    std::uint64_t sizeBytes = 0;
    std::string file; ///< File name inside the folder.
};

/// Keys and values that one attention layer keeps; what the memory prediction is made of.
struct AttentionCacheDescription {
    int kvHeadCount = 0;
    int headDim = 0;
    int window = 0; ///< Newest tokens that the layer sees; 0: all.
};

/// What a model folder says about itself, read without its weights.
struct ModelDescription {
    std::filesystem::path folder;
    std::string family; ///< "llama", "gemma3" … (Moru's name)
    std::string architecture; ///< "LlamaForCausalLM" (config.json's name)
    /// Sizes for display and scripts, in the order of the config: ("hiddenSize", 576) …
    std::vector<std::pair<std::string, double>> config;
    int layerCount = 0;
    int hiddenSize = 0;
    int headCount = 0;
    int kvHeadCount = 0;
    int headDim = 0;
    int feedForwardSize = 0;
    int vocabularySize = 0;
    int contextLength = 0; ///< Largest that the model was made for (max_position_embeddings).
    std::uint64_t parameterCount = 0;
    std::uint64_t weightBytes = 0; ///< On disk.
    /// In memory, by precision. Exact is less than on disk where float32 is narrowed to bfloat16.
    std::array<std::uint64_t, kPrecisionCount> loadedWeightBytes {};
    /// The same if every matrix got the safest packed format, as the check after quantising may ask for.
    std::array<std::uint64_t, kPrecisionCount> safestWeightBytes {};
    std::uint64_t roundedWeightBytes = 0; ///< In memory under a comparison scheme, at any precision: float32.
    std::vector<TensorDescription> tensors;
    std::vector<AttentionCacheDescription> caches;
    std::uint64_t recurrentStateBytes = 0; ///< Of one sequence; 0 for models of attention alone.
    std::uint64_t activationBytes = 0; ///< Buffers of the compiled program that one thread needs, at most.
    std::uint64_t threadActivationBytes = 0; ///< What every further thread adds to them, at most.
    bool hasTokenizer = false;
    bool isBaseModel = true; ///< Continues text; has no chat template.
    bool hasThinkingSwitch = false;
    std::string promptFormat; ///< "chatml" …; empty for a model without turn tokens.
    SamplingOptions sampling; ///< The model's own generation_config.json, completed by defaults.
    bool samplingIsFromModel = false; ///< generation_config.json named sampling values.
    std::vector<TokenId> endTokenIds; ///< Union of all that the folder's files name, and the end of turn.
};

/// Reads config, tokenizer and SafeTensors headers; checks all of them; allocates no weights.
/// Errors: everything a damaged or foreign folder can cause, with the file named.
[[nodiscard]] Result<ModelDescription> describeModel(const std::filesystem::path& folder);

/// Ways of quantising that the literature compares, to be measured beside Moru's own: weights and inputs are
/// rounded as the scheme says (to the precision's bits; inputs to 8, a scale for each token, or for each
/// token and 128 columns with groups), and products run over the rounded numbers in float32. Slow, and four
/// bytes a weight.
struct ComparisonScheme {
    enum class Scales { PerTensor, PerChannel, Group };
    Scales scales = Scales::Group; ///< Of weights; groups have 128 columns at 8 bits and 32 at 4.
    /// Rotates inputs and weights by blocks of 128; leaves the head's input alone.
    bool handlesOutliers = true;
};

[[nodiscard]] std::string_view scalesName(
    ComparisonScheme::Scales scales); ///< "per_tensor", "per_channel", "group"
[[nodiscard]] Result<ComparisonScheme::Scales> parseScales(std::string_view name); ///< Error: InvalidSetting.

/// What a text says about a model's weights: how large the inputs are that each column is multiplied by. An
/// error in a column that meets large inputs counts more when scales are chosen.
struct Calibration {
    struct ColumnEnergy {
        std::vector<float> plain; ///< Mean square of each input column. Shape: [columns]
        std::vector<float> rotated; ///< The same after the rotation of blocks of 128. Shape: [padded columns]
    };
    std::map<std::string, ColumnEnergy, std::less<>> matrices; ///< By tensor; those of the layers.
    int tokenCount = 0;
};

/// When a load becomes more careful than the fastest formats of its precision. Tests move these limits;
/// everybody else leaves them alone.
struct QuantisationRules {
    /// Models with fewer numbers in their matrices begin with wide inputs and low bars.
    std::int64_t smallModelNumbers = 1'000'000'000;
    /// Largest mean KL of the check after quantising. Unset: 0.002 at int8 (0.008 for Gemma), 0.035 at int4.
    std::optional<double> meanKlBar = std::nullopt;
    /// What the check runs. Unset: a short text that is part of the engine; no check without a tokenizer.
    std::optional<std::vector<TokenId>> checkIds = std::nullopt;
    /// What safer formats may take. Unset: the memory that is available when the others are gone.
    std::optional<std::uint64_t> availableBytes = std::nullopt;
};

struct LoadOptions {
    Precision precision = Precision::Exact;
    int threadCount = 0; ///< 0: one for each physical core allowed here.
    int contextLength = 4096; ///< Tokens that the cache is reserved for; at most the model's own.
    std::optional<KvFormat> kvFormat {}; ///< Unset: defaultKvFormat(precision).
    bool ignoreMemoryLimit = false; ///< Load although the estimate says it will not fit.
    /// Instead of Moru's own formats; for precisions other than exact.
    std::optional<ComparisonScheme> scheme = std::nullopt;
    std::shared_ptr<const Calibration> calibration = nullptr; ///< Null: all columns weigh the same.
    QuantisationRules rules {};
};

/// Predicted before loading; the same fields are measured afterwards.
struct MemoryUse {
    std::uint64_t weightsBytes = 0;
    std::uint64_t kvCacheBytes = 0;
    std::uint64_t activationsBytes = 0;
    /// Predicted only: what the weights may need beyond weightsBytes, the likely size, where measured errors
    /// ask for safer formats. A matrix that no packed format holds (numbers that are not finite) may need
    /// more.
    std::uint64_t saferWeightsBytes = 0;
    [[nodiscard]] std::uint64_t totalBytes() const { return weightsBytes + kvCacheBytes + activationsBytes; }
};
[[nodiscard]] MemoryUse predictMemory(const ModelDescription& description, const LoadOptions& options);

enum class LoadPhase { CheckFiles, ReadTokenizer, Compile, ReadWeights, ReserveCache };
[[nodiscard]] std::string_view loadPhaseName(LoadPhase phase);

struct LoadProgress {
    LoadPhase phase = LoadPhase::CheckFiles;
    std::string detail; ///< File or layer at hand, for people.
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0; ///< 0 while unknown.
};
using LoadObserver = std::function<void(const LoadProgress&)>;

/// What became of one matrix when it was loaded.
struct WeightReport {
    std::string tensor;
    /// "INT8" (groups of 128), "INT8/512", "INT8/256", "INT8/32", "INT4", or the number format in the file.
    /// Under a comparison scheme what it stands for: "INT8/tensor", "INT8/row", "INT8/128", "INT4/32" …
    std::string format;
    std::uint64_t sizeBytes = 0; ///< In that format; a comparison scheme keeps four bytes a weight in memory.
    double relativeError = 0; ///< √(Σ (stored − packed)² / Σ stored²)
    bool isSafer = false; ///< The precision's own format was beyond its bar for this tensor.
};

/// What the check after quantising found: the model's predictions on a short text, entered as a prompt is,
/// against those of its weights as stored. A model beyond its bar is made more careful until it is within.
struct QuantisationCheck {
    int tokenCount = 0; ///< 0: there was none (exact, comparison schemes, folders without a tokenizer).
    double meanKl = 0; ///< Of the formats that were kept; of the layers, not of head and cache.
    double bar = 0;
    std::string care; ///< "fast", "wide inputs", "low bars" or "small groups"; each includes those before.
    bool isSafer = false; ///< The formats that came first were beyond the bar.
};

/// A model ready to run: weights, compiled program, tokenizer, prompt format. Immutable; sessions share it.
class LoadedModel {
public:
    virtual ~LoadedModel() = default;
    [[nodiscard]] virtual const ModelDescription& description() const = 0;
    [[nodiscard]] virtual const LoadOptions& options() const
        = 0; ///< With zeros and unset ones replaced by what was chosen.
    [[nodiscard]] virtual const Tokenizer* tokenizer() const = 0; ///< Null when the folder has none.
    [[nodiscard]] virtual const PromptFormat* promptFormat() const = 0; ///< Null when there is none.
    [[nodiscard]] virtual MemoryUse memory() const = 0;
    [[nodiscard]] virtual std::string isa() const = 0;
    [[nodiscard]] virtual double loadTimeMs() const = 0;
    /// Every matrix, in the order of the graph.
    [[nodiscard]] virtual std::vector<WeightReport> weightReports() const = 0;
    [[nodiscard]] virtual QuantisationCheck quantisationCheck() const = 0;
    /// The graph and the compiled program as text; `layer` < 0 prints all layers.
    [[nodiscard]] virtual std::string printProgram(int layer) const = 0;
    /// The compiled program's steps as values, and the graph as Graphviz draws it; `layer` as above.
    [[nodiscard]] virtual std::vector<OperationDescription> describeProgram(int layer) const = 0;
    [[nodiscard]] virtual std::string dotGraph(int layer) const = 0;
};

/// Checks, compiles and maps a model folder. The observer is called on the calling thread, at least once a
/// phase; `stop` is polled between pieces of at most a few megabytes.
/// Errors: as describeModel, and NotEnoughMemory (needed and available stated), Cancelled.
[[nodiscard]] Result<std::shared_ptr<const LoadedModel>> loadModel(const std::filesystem::path& folder,
    const LoadOptions& options, const LoadObserver& observer, std::stop_token stop);

} // namespace moru
