#pragma once

#include <QString>

#include <filesystem>

namespace moru {

/// A path as text for people, settings and the database. Paths are kept as std::filesystem::path wherever
/// they are used, because a file name may hold bytes that are not UTF-8 and would not survive a QString.
[[nodiscard]] QString pathText(const std::filesystem::path& path);

/// The path that `text` names; UTF-8 whatever the locale is.
[[nodiscard]] std::filesystem::path pathFromText(const QString& text);

} // namespace moru
