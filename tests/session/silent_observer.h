#pragma once

#include "engine/api/generation.h"

#include <functional>
#include <vector>

namespace moru::test {

/// Keeps what it hears; may act on it.
class KeepingObserver final : public GenerationObserver {
public:
    void prefillAdvanced(const PrefillProgress& progress) override
    {
        prefill.push_back(progress);
        if (onPrefill)
            onPrefill(progress);
    }
    void tokenGenerated(const GeneratedToken& token) override
    {
        tokens.push_back(token);
        if (onToken)
            onToken(token);
    }

    std::vector<PrefillProgress> prefill;
    std::vector<GeneratedToken> tokens;
    std::function<void(const PrefillProgress&)> onPrefill;
    std::function<void(const GeneratedToken&)> onToken;
};

inline GenerationRequest greedyRequest(std::vector<TokenId> ids, int maxTokens)
{
    GenerationRequest request;
    request.prompt = TokenPrompt { std::move(ids) };
    request.sampling = SamplingOptions::greedy();
    request.stop = { .stopStrings = {}, .maxTokens = maxTokens, .detectRepetition = false };
    request.seed = 1;
    return request;
}

} // namespace moru::test
