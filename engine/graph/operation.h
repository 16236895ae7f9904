#pragma once

#include "engine/api/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace moru {

// The intermediate representation: a model as a list of named operations over values. An architecture file
// writes it, the passes of engine/program rewrite it, and what is left becomes the program's steps.

/// Index of a value in its graph. Every value is float32 [tokens, width].
struct Value {
    int id = -1;
    friend bool operator==(Value, Value) = default;
};

/// Index of a weight in its graph.
struct Weight {
    int id = -1;
};

// What each operation needs besides its values and weights. Shapes are given for one token.

/// values: → [hiddenSize]; weights: matrix [vocabulary, hiddenSize]. The token ids come at run time.
struct EmbeddingAttributes {
    float scale = 1.0F; ///< Gemma multiplies by √hiddenSize, unrounded (models.md 2.3).
};

/// values: x [n · groupSize] → same; weights: vector [groupSize]. One norm for each group of columns: the
/// whole row for a layer's norm, one head for q and k norms.
struct RmsNormAttributes {
    float epsilon = 1e-6F;
    std::int64_t groupSize = 0;
};

enum class Activation { Silu, GeluTanh };

/// What a linear operation does with its products before they are stored.
enum class Epilogue {
    None,
    AddResidual, ///< output = Wx + last input
    GatedActivation, ///< two matrices: output = activation(W₀x) · (W₁x)
    Softcap, ///< output = cap · tanh(Wx / cap)
};

/// How a product's input is quantised (kernel_table.h, QuantisedActivations).
enum class InputFormat {
    Float, ///< Not at all.
    Byte, ///< 8 bits a number for the many tokens of a prompt, 16 for the few of an answer.
    Rotated, ///< As Byte, after a rotation of each 128 columns that spreads outliers over all of them.
    RotatedWide, ///< Rotated, and 16 bits always.
    Wide, ///< 16 bits always.
};

[[nodiscard]] constexpr bool isRotated(InputFormat format)
{
    return format == InputFormat::Rotated || format == InputFormat::RotatedWide;
}

/// values: x [columns] (, residual) → one output for each matrix (one in all for GatedActivation);
/// weights: matrices [rows, columns], then a bias [rows] for each matrix where `hasBias`.
struct LinearAttributes {
    int matrixCount = 1;
    std::vector<bool> hasBias; ///< One entry a matrix.
    Epilogue epilogue = Epilogue::None;
    Activation activation = Activation::Silu; ///< For GatedActivation.
    float cap = 0; ///< For Softcap.
    InputFormat input = InputFormat::Float;
};

/// values: heads [n · headDim] → same.
struct RopeAttributes {
    int table = 0; ///< Index into Graph::ropeTables.
    std::int64_t headDim = 0;
};

/// values: query [headCount · headDim], key, value [kvHeadCount · headDim] → context as query. The compiler
/// splits it: a cache write takes key and value, the attention keeps the query.
struct AttentionAttributes {
    int cache = 0; ///< Index into Graph::caches.
    std::int64_t headCount = 0;
    std::int64_t kvHeadCount = 0;
    std::int64_t headDim = 0;
    float scale = 0;
    float softcap = 0; ///< 0: none.
};

/// values: x [columns] → its quantised form (QuantisedLayout draws it); weights: the norm's vector, if there
/// is one. The compiler puts it in front of products with packed weights.
struct QuantiseAttributes {
    std::int64_t columns = 0;
    InputFormat format = InputFormat::Rotated;
    std::optional<RmsNormAttributes> norm; ///< Of the whole row, before it is quantised.
};

/// values: x [columns] → what 8 bits a number leave of it. For comparison schemes only: the compiler puts it
/// in front of products with rounded weights.
struct RoundAttributes {
    std::int64_t columns = 0;
    std::int64_t group = 0; ///< Columns that share a scale.
    bool rotates = false; ///< Rounds the blocks of 128 rotated, and turns them back.
};

/// values: key, value [kvHeadCount · headDim] → nothing; they become the sequence's newest cached positions.
struct CacheWriteAttributes {
    int cache = 0;
    std::int64_t kvHeadCount = 0;
    std::int64_t headDim = 0;
    std::vector<float> keyOffset; ///< [kvHeadCount · headDim], taken off every key; empty: nothing.
};

/// values: gate, up → same width.
struct GatedActivationAttributes {
    Activation activation = Activation::Silu;
};

/// values: a, b → a + b.
struct AddAttributes { };

/// values: x → cap · tanh(x / cap).
struct SoftcapAttributes {
    float cap = 0;
};

/// values: x [n · 2 · headDim] → first halves, second halves of each head, [n · headDim] each.
struct SplitHeadsAttributes {
    std::int64_t headDim = 0;
};

/// values: x [width] → columns [begin, begin + width of the output). No copy: a view.
struct ColumnsAttributes {
    std::int64_t begin = 0;
};

/// values: x, gate → x · σ(gate).
struct SigmoidGateAttributes { };

/// values: x [channels] → silu(convolution) [channels]; weights: vector [channels · taps].
struct ConvolutionAttributes {
    int state = 0; ///< Index into Graph::convolutionStates.
    std::int64_t taps = 0;
};

/// values: x [n · groupSize] → x / √(Σx² + ε) · scale for each group.
struct L2NormAttributes {
    std::int64_t groupSize = 0;
    float epsilon = 1e-6F;
    float scale = 1.0F;
};

/// values: b → σ(b).
struct SigmoidAttributes { };

/// values: a [heads] → −e^A · softplus(a + dtBias); weights: vectors A_log [heads], dt_bias [heads].
struct LogDecayAttributes { };

/// values: query, key [keyHeads · keyDim], value [valueHeads · valueDim], g, beta [valueHeads]
///         → [valueHeads · valueDim]. Value head j uses key head j / (valueHeads / keyHeads).
struct GatedDeltaRuleAttributes {
    int state = 0; ///< Index into Graph::deltaStates.
    std::int64_t keyHeads = 0;
    std::int64_t valueHeads = 0;
    std::int64_t keyDim = 0;
    std::int64_t valueDim = 0;
};

/// values: x, gate [n · groupSize] → rmsnorm(x) · w · silu(gate); weights: vector [groupSize].
struct GatedRmsNormAttributes {
    float epsilon = 1e-6F;
    std::int64_t groupSize = 0;
};

/// values: x → the rows that logits are wanted for. Everything after it runs on those rows only.
struct SelectRowsAttributes { };

using Attributes = std::variant<EmbeddingAttributes, RmsNormAttributes, LinearAttributes, RopeAttributes,
    AttentionAttributes, GatedActivationAttributes, AddAttributes, SoftcapAttributes, SplitHeadsAttributes,
    ColumnsAttributes, SigmoidGateAttributes, ConvolutionAttributes, L2NormAttributes, SigmoidAttributes,
    LogDecayAttributes, GatedDeltaRuleAttributes, GatedRmsNormAttributes, SelectRowsAttributes,
    CacheWriteAttributes, QuantiseAttributes, RoundAttributes>;

struct Operation {
    std::string name; ///< As in the goldens where they name it: "q_projection", "mlp_input" …
    int layer = -1; ///< −1 outside the layers.
    OperationRole role = OperationRole::Mlp;
    std::vector<Value> inputs;
    std::vector<Value> outputs;
    std::vector<Weight> weights;
    Attributes attributes;
};

/// The operation's kind as the printers write it: "rms_norm", "linear" …
[[nodiscard]] std::string_view operationKindName(const Attributes& attributes);

} // namespace moru
