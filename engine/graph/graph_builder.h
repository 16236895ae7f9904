#pragma once

#include "engine/graph/graph.h"

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace moru {

/// The two flavours of RMSNorm (models.md 1.2).
struct Norm {
    float epsilon = 1e-6F;
    bool isZeroCentred = false; ///< Multiplies by 1 + w instead of w.

    static Norm plain(double epsilon) { return { float(epsilon), false }; }
    static Norm zeroCentred(double epsilon) { return { float(epsilon), true }; }
};

/// Writes a graph in the order of the paper. Names of tensors are relative to the layer's prefix and get
/// ".weight" (and ".bias"); the name of an operation is what goldens and profiles call its result.
class GraphBuilder {
public:
    /// Operations that follow belong to `layer`, whose input is `x`.
    void enterLayer(int layer, std::string tensorPrefix, Value x);
    /// Operations that follow belong to no layer; `x` left the last one.
    void leaveLayers(std::string tensorPrefix, Value x);

    /// Operations made while the result lives have this role.
    class RoleScope {
    public:
        RoleScope(GraphBuilder& builder, OperationRole role);
        ~RoleScope();
        RoleScope(const RoleScope&) = delete;
        RoleScope& operator=(const RoleScope&) = delete;

    private:
        GraphBuilder& builder_;
        OperationRole previous_;
    };
    [[nodiscard]] RoleScope role(OperationRole role) { return RoleScope(*this, role); }

    /// `scale` multiplies the rows. `tensor` is absolute here: "model.embed_tokens".
    Value embedding(std::string_view name, std::string_view tensor, std::int64_t rows, std::int64_t columns,
        double scale);
    Value rmsNorm(std::string_view name, Value x, std::string_view tensor, Norm norm);
    Value headNorm(std::string_view name, Value x, std::string_view tensor, std::int64_t headDim, Norm norm);
    Value linear(
        std::string_view name, Value x, std::string_view tensor, std::int64_t rows, bool hasBias = false);
    /// Linear by a tensor whose full name is given: the output head, perhaps tied to the embedding.
    Value head(std::string_view name, Value x, std::string_view fullTensorName, std::int64_t rows);
    Value rope(std::string_view name, Value x, int table, std::int64_t headDim);
    struct AttentionInputs {
        Value query;
        Value key;
        Value value;
        std::int64_t headDim = 0;
        double scale = 0;
        double softcap = 0;
        std::optional<int> window = std::nullopt;
    };
    Value attention(std::string_view name, const AttentionInputs& inputs);
    Value gatedActivation(std::string_view name, Value gate, Value up, Activation activation);
    Value add(std::string_view name, Value a, Value b);
    Value softcap(std::string_view name, Value x, double cap);
    Value selectRows(std::string_view name, Value x);

    // Gated DeltaNet and gated attention (Qwen3.5).
    std::pair<Value, Value> splitHeads(std::string_view name, Value x, std::int64_t headDim);
    Value columns(std::string_view name, Value x, std::int64_t begin, std::int64_t count);
    Value sigmoidGate(std::string_view name, Value x, Value gate);
    Value convolution(std::string_view name, Value x, std::string_view tensor, std::int64_t taps);
    Value l2Norm(std::string_view name, Value x, std::int64_t groupSize, double epsilon, double scale);
    Value sigmoid(std::string_view name, Value x);
    Value logDecay(std::string_view name, Value a, std::string_view logTensor, std::string_view biasTensor);
    Value gatedDeltaRule(std::string_view name, std::array<Value, 5> queryKeyValueDecayBeta,
        std::int64_t keyHeads, std::int64_t valueHeads);
    Value gatedRmsNorm(std::string_view name, Value x, Value gate, std::string_view tensor,
        std::int64_t groupSize, double epsilon);

    int addRopeTable(RopeTable table);

    /// Ends the graph; the builder is empty afterwards.
    [[nodiscard]] Graph finish(Value logits);

private:
    Value newValue(std::int64_t width);
    Weight weight(std::string fullName, WeightUse use, std::vector<std::int64_t> shape);
    [[nodiscard]] std::string tensorName(std::string_view relative, std::string_view suffix) const;
    void append(std::string_view name, Attributes attributes, std::vector<Value> inputs,
        std::vector<Value> outputs, std::vector<Weight> weights = {});

    Graph graph_;
    int layer_ = -1;
    OperationRole role_ = OperationRole::Embedding;
    std::string prefix_;
};

} // namespace moru
