#pragma once

#include "engine/templates/jinja/token.h"

#include <string_view>
#include <vector>

namespace moru::jinja {

/// The parser's view of the tokens: one ahead, and complaints with a place.
class TokenReader {
public:
    explicit TokenReader(std::vector<Token> tokens);

    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
    [[nodiscard]] bool is(Token::Kind kind) const { return peek().kind == kind; }
    [[nodiscard]] bool isOperator(std::string_view spelling) const;
    [[nodiscard]] bool isName(std::string_view name) const;

    const Token& take();
    bool takeOperator(std::string_view spelling); ///< False, and nothing taken, when it is another token.
    bool takeName(std::string_view name);

    /// These throw JinjaError when it is another token.
    const Token& expect(Token::Kind kind, std::string_view what);
    void expectOperator(std::string_view spelling);
    void expectName(std::string_view name);
    [[noreturn]] void refuse(std::string_view expected) const;

private:
    std::vector<Token> tokens_; ///< Ends with Kind::End.
    std::size_t at_ = 0;
};

} // namespace moru::jinja
