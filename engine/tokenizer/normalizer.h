#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace moru {

/// Canonical composition, normalization form C of Unicode 9. The text must be well-formed UTF-8.
/// O(n log n) also for long rows of combining marks. Source: Unicode Standard Annex 15.
[[nodiscard]] std::string composed(std::string_view text);

struct ComposeStep { };
struct ReplaceStep {
    std::string from; ///< Not empty.
    std::string to;
};
using NormalizerStep = std::variant<ComposeStep, ReplaceStep>;

/// What is done to text before it is split, in order.
class Normalizer {
public:
    Normalizer() = default;
    explicit Normalizer(std::vector<NormalizerStep> steps);
    [[nodiscard]] std::string apply(std::string_view text) const;

private:
    std::vector<NormalizerStep> steps_;
};

} // namespace moru
