#pragma once

#include "tests/structure/source_tree.h"

namespace moru::test {

/// Units (.cpp) that no CMakeLists.txt of their own folder or one above names by its path from there: they
/// would be neither compiled nor missed.
[[nodiscard]] QStringList unlistedUnits(const SourceTree& units, const SourceTree& buildFiles);

/// Flags for one instruction set (-mavx2, -march=…) in a build file outside engine/kernels.
[[nodiscard]] QStringList instructionSetFlags(const SourceTree& buildFiles);

/// Labels of tests other than quick, real and full-size, which is all that the scripts choose by.
[[nodiscard]] QStringList unknownTestLabels(const SourceTree& buildFiles);

} // namespace moru::test
