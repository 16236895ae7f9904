#pragma once

#include "engine/api/error.h"

#include <QString>

namespace moru {

/// An error as people read it, in the language of the window. Made when it is shown, never stored, so that a
/// change of language reaches errors that are already on screen.
struct ErrorText {
    QString title; ///< One short line: what happened ("A shard is missing").
    QString cause; ///< Which file or value, and what the program saw there; the engine's English detail.
    QString help; ///< What the person can do next.
};

[[nodiscard]] ErrorText errorText(const Error& error);

/// Title, cause and help in one paragraph, with the code's name for scripts and bug reports: "Copy details".
[[nodiscard]] QString errorDetails(const Error& error);

} // namespace moru
