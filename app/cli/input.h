#pragma once

#include "app/cli/interrupt.h"
#include "engine/api/error.h"

#include <cstddef>
#include <optional>
#include <string>

namespace moru::cli {

/// Standard input, with a cap on what is kept in memory. Waiting ends with Cancelled when Ctrl+C is pressed.
class Input {
public:
    /// A request with the logits of the largest vocabulary is about 6 MB; ten times that is never meant.
    static constexpr std::size_t kLargestRequest = std::size_t { 64 } << 20;

    explicit Input(const Interrupt& interrupt)
        : interrupt_(interrupt)
    {
    }

    /// Everything up to the end. Errors: InvalidRequest when there is more than the cap, ReadFailed,
    /// Cancelled.
    [[nodiscard]] Result<std::string> readAll();
    /// The next line without its end; unset at the end of the input. A line beyond the cap is skipped whole
    /// and reported, so that the next call starts at the next line. Errors: as readAll.
    [[nodiscard]] Result<std::optional<std::string>> readLine();

private:
    /// Appends what is there to the buffer; false at the end of the input.
    [[nodiscard]] Result<bool> fill();

    const Interrupt& interrupt_;
    std::string buffer_;
    std::size_t begin_ = 0; ///< First byte of the buffer that no line had yet.
};

} // namespace moru::cli
