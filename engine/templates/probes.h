#pragma once

#include "engine/api/prompt.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace moru {

/// A conversation that prompt formats are compared by.
struct Probe {
    std::vector<ChatMessage> messages;
    PromptOptions options; ///< Strict, with a fixed date.
    bool hasParts = false; ///< Content is a list: formats without pictures need not agree on it.
};

/// The first ones are ordinary conversations, which every usable template renders.
inline constexpr std::size_t kOrdinaryProbes = 2;

/// They tell all built-in formats apart: system text, trimming, thinking now and in history, roles out of
/// order.
[[nodiscard]] std::span<const Probe> probes();

/// What a format makes of a probe: the text, or nothing where it refuses.
[[nodiscard]] Result<std::string> renderProbe(const PromptFormat& format, const Probe& probe);

/// Index of the first probe that the two see differently; nothing when they agree.
[[nodiscard]] std::optional<std::size_t> firstDifference(
    const PromptFormat& builtIn, const PromptFormat& other);

} // namespace moru
