#pragma once

#include "tests/structure/source_tree.h"

namespace moru::test {

/// Includes that cross the layers the wrong way. Each layer knows only what is to its right:
///   ui → app/interfaces, app/types;  app → engine/api, vision/api;  vision → engine;  engine → no Qt.
/// Inside the engine a folder knows those of a lower rank; the folders of rank 1 know core only.
[[nodiscard]] QStringList layerComplaints(const SourceTree& tree);

/// Includes that are not written from the root, name no file, or put another header before the file's own.
[[nodiscard]] QStringList includeStyleComplaints(const SourceTree& tree);

} // namespace moru::test
