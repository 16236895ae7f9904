#pragma once

#include <filesystem>

namespace moru {

/// Writes Qt's messages, and through them the program's, to `folder`/moru.log as well as to standard error
/// (warnings and worse). Bounded: at 1 MiB the file becomes moru.log.1 and a new one is begun. Never holds
/// texts of chats. False when the file cannot be written; messages then go to standard error alone.
[[nodiscard]] bool startLog(const std::filesystem::path& folder);

/// Back to Qt's own way.
void stopLog();

} // namespace moru
