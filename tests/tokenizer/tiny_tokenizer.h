#pragma once

#include "engine/api/tokenizer.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace moru::test {

/// A byte-level tokenizer.json with all 256 byte letters (ids 0…255) and what is passed in.
nlohmann::json tinyByteLevel(const std::vector<std::string>& merges = {});

/// A SentencePiece-style one: <unk> 0, "▁" 1, the letters a…z 2…27, the 256 byte tokens, then merged tokens.
nlohmann::json tinySentencePiece(const std::vector<std::string>& merges = {});

/// An entry of "added_tokens".
nlohmann::json addedToken(int id, const std::string& content, bool special);

/// Writes the text as tokenizer.json into a folder of its own (and the config, when given) and loads it.
Result<std::shared_ptr<const Tokenizer>> loadText(
    const std::string& tokenizer, const std::string& config = {});
Result<std::shared_ptr<const Tokenizer>> load(
    const nlohmann::json& tokenizer, const std::string& config = {});

/// Loads what must load; the test fails with the error otherwise.
std::shared_ptr<const Tokenizer> loaded(const nlohmann::json& tokenizer, const std::string& config = {});

} // namespace moru::test
