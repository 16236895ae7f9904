#pragma once

#include "engine/templates/jinja/marked_text.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace moru::jinja {

class Budget;

class Value;
using List = std::vector<Value>;

/// Text keys in the order in which they were set.
class Dict {
public:
    [[nodiscard]] const Value* find(std::string_view key) const;
    void set(std::string key, Value value);
    [[nodiscard]] const std::vector<std::pair<std::string, Value>>& entries() const { return entries_; }

private:
    std::vector<std::pair<std::string, Value>> entries_;
};

/// Arguments of a call, filter or test.
struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;

    /// By position, else by name; null when it was not given.
    [[nodiscard]] const Value* find(std::size_t position, std::string_view name) const;
};

using Function = std::function<Value(const Arguments&)>;

/// A value of the template language: what Python's would be. Cheap to copy; immutable but for namespaces.
class Value {
public:
    enum class Kind { Undefined, None, Boolean, Integer, Real, Text, List, Dict, Namespace, Function };

    Value() = default; ///< Undefined.
    [[nodiscard]] static Value undefined(std::string why);
    [[nodiscard]] static Value none();
    [[nodiscard]] static Value boolean(bool value);
    [[nodiscard]] static Value integer(std::int64_t value);
    [[nodiscard]] static Value real(double value);
    [[nodiscard]] static Value text(MarkedText value);
    [[nodiscard]] static Value text(std::string value);
    /// Containers may hold containers, up to `kDeepest`, but no namespace: values are freed recursively and
    /// must not hold themselves. These throw JinjaError.
    [[nodiscard]] static Value list(List value);
    [[nodiscard]] static Value dict(Dict value);
    [[nodiscard]] static Value newNamespace(Dict value);
    [[nodiscard]] static Value function(Function value);

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] bool is(Kind wanted) const { return kind() == wanted; }

    /// Each only for a value of that kind.
    [[nodiscard]] std::string whyUndefined() const;
    [[nodiscard]] bool asBoolean() const;
    [[nodiscard]] std::int64_t asInteger() const; ///< Booleans too: they are 0 and 1.
    [[nodiscard]] double asReal() const; ///< Integers and booleans too.
    [[nodiscard]] const MarkedText& asText() const;
    [[nodiscard]] const std::string& asBytes() const { return asText().bytes(); }
    [[nodiscard]] const List& asList() const;
    [[nodiscard]] const Dict& asDict() const; ///< Namespaces too.
    [[nodiscard]] Dict& asNamespace() const;
    [[nodiscard]] const Function& asFunction() const;

    [[nodiscard]] bool isWhole() const { return is(Kind::Integer) || is(Kind::Boolean); }
    [[nodiscard]] bool isNumber() const { return isWhole() || is(Kind::Real); }

    /// Throws JinjaError when this value must not be held by another.
    void checkMayBeHeld() const;

    /// Python's bool(value).
    [[nodiscard]] bool isTrue() const;

    /// "str", "list" … as in messages.
    [[nodiscard]] std::string_view typeName() const;

private:
    static constexpr int kDeepest = 60;

    struct Undefined {
        std::string why;
    };
    struct None { };
    struct Namespace {
        std::shared_ptr<Dict> members;
    };

    std::variant<Undefined, None, bool, std::int64_t, double, std::shared_ptr<const MarkedText>,
        std::shared_ptr<const List>, std::shared_ptr<const Dict>, Namespace, std::shared_ptr<const Function>>
        value_;
    int depth_ = 0; ///< Of containers in containers.
};

/// Python's ==.
[[nodiscard]] bool areEqual(const Value& a, const Value& b, Budget& budget);

} // namespace moru::jinja
