#pragma once

#include "app/cli/output.h"
#include "engine/api/error.h"
#include "engine/api/tokenizer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moru::cli {

/// Reads foreign JSON: UTF-8, no more than 64 levels deep. Errors: InvalidRequest, with the place.
[[nodiscard]] Result<Json> parseJson(std::string_view text, std::string where);

/// Reads the members of a request and remembers the first that is not what it should be, so that a command
/// can read all of them and check once. A member that is absent or null counts as not given.
class RequestReader {
public:
    explicit RequestReader(const Json& request);

    [[nodiscard]] bool flag(std::string_view name, bool fallback);
    [[nodiscard]] std::optional<bool> flag(std::string_view name);
    [[nodiscard]] std::optional<std::string> text(std::string_view name);
    [[nodiscard]] std::string neededText(std::string_view name);
    [[nodiscard]] std::optional<int> integer(std::string_view name, int minimum);
    [[nodiscard]] std::optional<double> number(std::string_view name);
    /// Not negative; whether a model has such a token is for the model to say.
    [[nodiscard]] std::vector<TokenId> ids(std::string_view name);
    [[nodiscard]] std::vector<TokenId> neededIds(std::string_view name);
    /// Null when not given.
    [[nodiscard]] const Json* member(std::string_view name) const;
    void reject(std::string_view name, std::string_view complaint);

    /// InvalidRequest for the first member that was wrong.
    [[nodiscard]] Result<void> check() const;

private:
    const Json& request_;
    std::optional<Error> error_;
};

} // namespace moru::cli
