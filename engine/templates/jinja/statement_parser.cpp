#include "engine/templates/jinja/statement_parser.h"

#include "engine/templates/jinja/expression_parser.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/token_reader.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

constexpr int kDeepest = 50; ///< Blocks inside blocks.

class StatementParser {
public:
    explicit StatementParser(std::vector<Token> tokens)
        : tokens_(std::move(tokens))
        , expressions_(tokens_)
    {
    }

    Body parseAll()
    {
        Body body = parseBody({});
        if (!tokens_.is(Token::Kind::End))
            tokens_.refuse("the end of the template");
        return body;
    }

private:
    /// Statements up to one that begins with one of `endings`, whose "{%" and name are left to be taken.
    Body parseBody(std::initializer_list<std::string_view> endings)
    {
        if (++depth_ > kDeepest)
            failSyntax(tokens_.peek().offset, "blocks nest too deeply");
        Body body;
        while (!tokens_.is(Token::Kind::End)) {
            const Token& token = tokens_.peek();
            if (token.kind == Token::Kind::Text) {
                body.push_back({ token.offset, TextOutput { token.text } });
                tokens_.take();
            } else if (token.kind == Token::Kind::OutputBegin) {
                tokens_.take();
                body.push_back({ token.offset, Output { expressions_.parseTuple() } });
                tokens_.expect(Token::Kind::OutputEnd, "\"}}\"");
            } else {
                const Token& name = tokens_.peek(1);
                if (name.kind == Token::Kind::Name && std::ranges::find(endings, name.text) != endings.end())
                    break;
                parseStatement(body);
            }
        }
        --depth_;
        return body;
    }

    void parseStatement(Body& body)
    {
        const std::size_t offset = tokens_.expect(Token::Kind::StatementBegin, "a statement").offset;
        const Token& name = tokens_.expect(Token::Kind::Name, "the name of a statement");
        if (name.text == "if") {
            body.push_back({ offset, parseIf() });
        } else if (name.text == "for") {
            body.push_back({ offset, parseFor() });
        } else if (name.text == "set") {
            body.push_back({ offset, parseSet() });
        } else if (name.text == "macro") {
            body.push_back({ offset, parseMacro() });
        } else if (name.text == "break" || name.text == "continue") {
            if (loops_ == 0)
                failSyntax(offset, fmt::format("\"{}\" outside a loop", name.text));
            endStatement();
            if (name.text == "break")
                body.push_back({ offset, Break {} });
            else
                body.push_back({ offset, Continue {} });
        } else if (name.text == "generation") {
            endStatement();
            for (Statement& statement : parseBlock("endgeneration"))
                body.push_back(std::move(statement));
        } else {
            failSyntax(offset, fmt::format("the statement \"{}\" is not supported here", name.text));
        }
    }

    void endStatement() { tokens_.expect(Token::Kind::StatementEnd, "\"%}\""); }

    void takeEnding(std::string_view name)
    {
        tokens_.expect(Token::Kind::StatementBegin, fmt::format("\"{{% {} %}}\"", name));
        tokens_.expectName(name);
        endStatement();
    }

    /// Statements and the tag that ends them.
    Body parseBlock(std::string_view ending)
    {
        Body body = parseBody({ ending });
        takeEnding(ending);
        return body;
    }

    If parseIf()
    {
        If result;
        ExpressionPtr condition = expressions_.parseTuple();
        endStatement();
        while (true) {
            Body body = parseBody({ "elif", "else", "endif" });
            result.branches.emplace_back(std::move(condition), std::move(body));
            tokens_.expect(Token::Kind::StatementBegin, "\"{% endif %}\"");
            if (!tokens_.takeName("elif"))
                break;
            condition = expressions_.parseTuple();
            endStatement();
        }
        if (tokens_.takeName("else")) {
            endStatement();
            result.otherwise = parseBlock("endif");
        } else {
            tokens_.expectName("endif");
            endStatement();
        }
        return result;
    }

    For parseFor()
    {
        For loop;
        loop.targets = parseTargets();
        tokens_.expectName("in");
        loop.items = expressions_.parseWithoutConditional();
        if (tokens_.takeName("if"))
            loop.filter = expressions_.parse();
        if (tokens_.isName("recursive"))
            tokens_.refuse("\"%}\" (recursive loops are not supported)");
        endStatement();
        ++loops_;
        loop.body = parseBody({ "else", "endfor" });
        --loops_;
        tokens_.expect(Token::Kind::StatementBegin, "\"{% endfor %}\"");
        if (tokens_.takeName("else")) {
            endStatement();
            loop.otherwise = parseBlock("endfor");
        } else {
            tokens_.expectName("endfor");
            endStatement();
        }
        return loop;
    }

    std::vector<std::string> parseTargets()
    {
        std::vector<std::string> targets;
        const bool inParentheses = tokens_.takeOperator("(");
        do {
            targets.push_back(tokens_.expect(Token::Kind::Name, "the name of a variable").text);
        } while (tokens_.takeOperator(","));
        if (inParentheses)
            tokens_.expectOperator(")");
        return targets;
    }

    Set parseSet()
    {
        Set set;
        set.targets = parseTargets();
        if (set.targets.size() == 1 && tokens_.takeOperator("."))
            set.attribute = tokens_.expect(Token::Kind::Name, "the name of an attribute").text;
        if (tokens_.takeOperator("=")) {
            set.value = expressions_.parseTuple();
            endStatement();
        } else {
            endStatement();
            set.body = parseBlock("endset");
        }
        return set;
    }

    Macro parseMacro()
    {
        Macro macro;
        macro.name = tokens_.expect(Token::Kind::Name, "the name of a macro").text;
        tokens_.expectOperator("(");
        while (!tokens_.isOperator(")")) {
            std::string parameter = tokens_.expect(Token::Kind::Name, "the name of a parameter").text;
            ExpressionPtr otherwise = tokens_.takeOperator("=") ? expressions_.parse() : nullptr;
            macro.parameters.emplace_back(std::move(parameter), std::move(otherwise));
            if (!tokens_.takeOperator(","))
                break;
        }
        tokens_.expectOperator(")");
        endStatement();
        const int outerLoops = std::exchange(loops_, 0);
        macro.body = parseBlock("endmacro");
        loops_ = outerLoops;
        return macro;
    }

    TokenReader tokens_;
    ExpressionParser expressions_;
    int depth_ = 0;
    int loops_ = 0;
};

} // namespace

Body parseTemplate(std::vector<Token> tokens)
{
    return StatementParser(std::move(tokens)).parseAll();
}

} // namespace moru::jinja
