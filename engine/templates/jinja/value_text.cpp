#include "engine/templates/jinja/value_text.h"

#include "engine/templates/jinja/jinja_error.h"

#include <cmath>
#include <string_view>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

/// The shortest digits that read back as the same number, as Python writes them.
std::string realText(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

std::string quotedForPython(std::string_view text)
{
    const bool hasSingle = text.find('\'') != std::string_view::npos;
    const char quote = hasSingle && text.find('"') == std::string_view::npos ? '"' : '\'';
    std::string result(1, quote);
    for (const char c : text) {
        if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\\' || c == quote)
            (result += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            result += c;
    }
    return result += quote;
}

std::string quotedForJson(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else if (c == '\b')
            result += "\\b";
        else if (c == '\f')
            result += "\\f";
        else if (static_cast<unsigned char>(c) < 0x20)
            result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        else
            result += c;
    }
    return result += '"';
}

/// What a value's text has grown to.
void payFor(const MarkedText& out, std::size_t bytesBefore, Budget& budget)
{
    budget.spendText(out.bytes().size() - bytesBefore);
    if (out.bytes().size() > Budget::kTextBytes)
        budget.spendText(out.bytes().size());
}

/// Python's repr(value): texts in quotes.
void writeRepresentation(MarkedText& out, const Value& value, Budget& budget)
{
    const std::size_t before = out.bytes().size();
    switch (value.kind()) {
    case Value::Kind::Undefined:
        out.append("Undefined");
        break;
    case Value::Kind::None:
        out.append("None");
        break;
    case Value::Kind::Boolean:
        out.append(value.asBoolean() ? "True" : "False");
        break;
    case Value::Kind::Integer:
        out.append(fmt::format("{}", value.asInteger()));
        break;
    case Value::Kind::Real:
        out.append(realText(value.asReal()));
        break;
    case Value::Kind::Text:
        out.append(value.asText().changed(quotedForPython(value.asBytes())));
        break;
    case Value::Kind::List: {
        std::string_view between = "[";
        for (const Value& item : value.asList()) {
            out.append(between);
            writeRepresentation(out, item, budget);
            between = ", ";
        }
        out.append(value.asList().empty() ? "[]" : "]");
        break;
    }
    case Value::Kind::Dict:
    case Value::Kind::Namespace: {
        std::string_view between = "{";
        for (const auto& [key, item] : value.asDict().entries()) {
            out.append(between);
            out.append(quotedForPython(key));
            out.append(": ");
            writeRepresentation(out, item, budget);
            between = ", ";
        }
        out.append(value.asDict().entries().empty() ? "{}" : "}");
        break;
    }
    case Value::Kind::Function:
        out.append("<function>");
        break;
    }
    payFor(out, before, budget);
}

class JsonWriter {
public:
    JsonWriter(int indent, Budget& budget)
        : indent_(indent)
        , budget_(&budget)
    {
    }

    void write(const Value& value, int depth)
    {
        const std::size_t before = out_.bytes().size();
        switch (value.kind()) {
        case Value::Kind::None:
            out_.append("null");
            break;
        case Value::Kind::Boolean:
            out_.append(value.asBoolean() ? "true" : "false");
            break;
        case Value::Kind::Integer:
        case Value::Kind::Real:
            out_.append(toText(value, *budget_));
            break;
        case Value::Kind::Text:
            out_.append(value.asText().changed(quotedForJson(value.asBytes())));
            break;
        case Value::Kind::List:
            writeList(value.asList(), depth);
            break;
        case Value::Kind::Dict:
            writeDict(value.asDict(), depth);
            break;
        default:
            fail(fmt::format("a value of type {} cannot be written as JSON", value.typeName()));
        }
        payFor(out_, before, *budget_);
    }

    MarkedText take() { return std::move(out_); }

private:
    void writeList(const List& list, int depth)
    {
        out_.append("[");
        for (std::size_t i = 0; i < list.size(); ++i) {
            beginItem(i, depth + 1);
            write(list[i], depth + 1);
        }
        end(list.empty(), depth, "]");
    }

    void writeDict(const Dict& dict, int depth)
    {
        out_.append("{");
        for (std::size_t i = 0; i < dict.entries().size(); ++i) {
            const auto& [key, item] = dict.entries()[i];
            beginItem(i, depth + 1);
            out_.append(quotedForJson(key));
            out_.append(": ");
            write(item, depth + 1);
        }
        end(dict.entries().empty(), depth, "}");
    }

    void beginItem(std::size_t index, int depth)
    {
        if (index > 0)
            out_.append(indent_ < 0 ? ", " : ",");
        newLine(depth);
    }

    void end(bool wasEmpty, int depth, std::string_view bracket)
    {
        if (!wasEmpty)
            newLine(depth);
        out_.append(bracket);
    }

    void newLine(int depth)
    {
        if (indent_ < 0)
            return;
        out_.append("\n");
        out_.append(std::string(static_cast<std::size_t>(indent_ * depth), ' '));
    }

    int indent_;
    Budget* budget_;
    MarkedText out_;
};

} // namespace

MarkedText toText(const Value& value, Budget& budget)
{
    if (value.is(Value::Kind::Text))
        return value.asText();
    if (value.is(Value::Kind::Undefined))
        return {};
    MarkedText out;
    writeRepresentation(out, value, budget);
    return out;
}

MarkedText toJson(const Value& value, int indent, Budget& budget)
{
    JsonWriter writer(indent, budget);
    writer.write(value, 0);
    return writer.take();
}

} // namespace moru::jinja
