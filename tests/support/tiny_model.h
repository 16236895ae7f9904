#pragma once

#include "engine/api/model.h"
#include "engine/api/session.h"

#include <QTemporaryDir>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru::test {

/// Which numbers a tiny model's matrices are made of.
enum class TinyWeights {
    Random,
    Int8Exact, ///< INT8 stands for them without any error.
    Int4Exact, ///< So does INT4; matrices that stay at 8 bits lose a little.
};

/// A checkpoint of one family with a few layers and random weights, in a temporary folder of its own.
/// Its tensors are those that the family's graph asks for.
class TinyModel {
public:
    /// `change` may alter config.json before anything is made of it.
    explicit TinyModel(std::string_view family, const std::function<void(nlohmann::json&)>& change = {},
        TinyWeights weights = TinyWeights::Random);

    [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::filesystem::path weightsFile() const { return folder() / "model.safetensors"; }

    /// Loads it; a failure fails the running test with the error's text and gives null.
    [[nodiscard]] std::shared_ptr<const LoadedModel> load(LoadOptions options = {}) const;
    [[nodiscard]] std::unique_ptr<InferenceSession> session(LoadOptions options = {}) const;

    /// All families that Moru knows.
    [[nodiscard]] static std::vector<std::string> families();
    [[nodiscard]] static nlohmann::json config(std::string_view family);

private:
    QTemporaryDir folder_;
};

/// Ids that look random and are the same every time, all below `vocabulary`.
[[nodiscard]] std::vector<TokenId> someIds(int count, int vocabulary, unsigned seed = 1);

/// Largest absolute difference; infinite for different sizes.
[[nodiscard]] float largestDifference(std::span<const float> a, std::span<const float> b);

} // namespace moru::test
