#pragma once

#include <QString>

namespace moru {

/// A title for people out of a repository's or folder's name: "SmolLM2-135M-Instruct" → "SmolLM2 135M
/// Instruct".
[[nodiscard]] QString titleFromName(const QString& name);

} // namespace moru
