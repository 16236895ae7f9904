#pragma once

#include "engine/api/error.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru {

/// Both ends are allowed.
struct Bounds {
    int least = 0;
    int most = 0;
};
struct NumberBounds {
    double least = 0;
    double most = 0;
};

/// Typed access to a JSON object that nobody has checked: an architecture file reads it as a plain list of
/// lines and asks once, at the end, whether all of them went well.
///
///     ConfigReader reader(json, "config.json");
///     sizes.hiddenSize = reader.integer("hidden_size", { 1, 1 << 20 });
///     sizes.normEpsilon = reader.numberOr("rms_norm_eps", 1e-6, { 0, 1 });
///     if (auto read = reader.finish(); !read) return std::unexpected(read.error());
///
/// A null counts as absent everywhere. Integers must be exact (4096 or 4096.0, not 4096.5). After the first
/// error every function still returns a value within its bounds (the default, or the least), so the lines
/// that follow are safe; that first error is the one reported. Keeps a reference to the JSON.
class ConfigReader {
public:
    /// `file` names the file in errors. A value that is not an object is an error at once.
    ConfigReader(const nlohmann::json& object, std::string file);

    [[nodiscard]] bool has(std::string_view key) const; ///< Present and not null.
    [[nodiscard]] bool isNull(std::string_view key) const; ///< Where that switches off what absent means.

    [[nodiscard]] int integer(std::string_view key, Bounds bounds);
    [[nodiscard]] int integerOr(std::string_view key, int absent, Bounds bounds);
    [[nodiscard]] std::optional<int> optionalInteger(std::string_view key, Bounds bounds);
    [[nodiscard]] double number(std::string_view key, NumberBounds bounds);
    [[nodiscard]] double numberOr(std::string_view key, double absent, NumberBounds bounds);
    [[nodiscard]] std::optional<double> optionalNumber(std::string_view key, NumberBounds bounds);
    [[nodiscard]] bool boolOr(std::string_view key, bool absent);
    [[nodiscard]] std::string string(std::string_view key);
    [[nodiscard]] std::string stringOr(std::string_view key, std::string_view absent);

    /// Lists; empty when absent. More than `maxCount` elements are an error.
    [[nodiscard]] std::vector<std::string> strings(std::string_view key, int maxCount);
    [[nodiscard]] std::vector<int> integers(std::string_view key, Bounds bounds, int maxCount);
    /// A list, or one number alone, which reads as a list of one ("eos_token_id").
    [[nodiscard]] std::vector<int> integerOrList(std::string_view key, Bounds bounds, int maxCount);

    /// A reader of an object inside; its errors count here too. Absent: a reader of an empty object.
    [[nodiscard]] ConfigReader object(std::string_view key);

    /// Reports a value that is well-formed but cannot be served ("rope_type": "yarn").
    void fail(std::string_view key, std::string message, ErrorCode code = ErrorCode::InvalidConfig);

    /// The first error, else success.
    [[nodiscard]] Result<void> finish() const;

private:
    struct FirstError;
    ConfigReader(const nlohmann::json& object, std::string path, std::shared_ptr<FirstError> firstError);
    [[nodiscard]] const nlohmann::json* find(std::string_view key) const;
    [[nodiscard]] std::optional<int> exactInteger(
        const nlohmann::json& value, std::string_view key, Bounds bounds);
    [[nodiscard]] const nlohmann::json* checkedList(std::string_view key, int maxCount);
    void failMissing(std::string_view key);
    void failKind(std::string_view key, std::string_view wanted, const nlohmann::json& value);

    const nlohmann::json* object_;
    std::string path_; ///< "text_config." inside an object, else empty.
    std::shared_ptr<FirstError> firstError_;
};

} // namespace moru
