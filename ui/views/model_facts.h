#pragma once

#include "app/types/model_entry.h"
#include "ui/widgets/figure_rows.h"

#include <vector>

namespace moru {

/// What a model's folder, or the list of registered models, says about it, as two columns of rows.
struct ModelFacts {
    static constexpr int kColumnWidth = 150;
    std::vector<FigureRows::Row> left;
    std::vector<FigureRows::Row> right;
};
[[nodiscard]] ModelFacts modelFacts(const ModelEntry& entry);

} // namespace moru
