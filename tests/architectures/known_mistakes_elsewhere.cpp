#include "tests/architectures/known_mistakes_experiment.h"

#include <array>

namespace moru::test {

namespace {

// Each slot was seen to fail with its mistake made in the engine's source.
constexpr CaughtElsewhere kElsewhere[] = {
    { 6, "parity of the sliding layers inverted, where the file names none", "architectures/config_test.cpp",
        "gemma2SlidesOnEvenLayers" },
    { 7, "scale from hidden size over heads", "architectures/config_test.cpp", "gemma2ScalesByItsOwnScalar" },
    { 8, "linear factor read for the sliding layers, newer keys", "architectures/config_test.cpp",
        "gemma3AcceptsTheNewerSpelling" },
    { 13, "heads missing from text_config", "architectures/config_test.cpp",
        "gemma3FillsInWhatTheShippedFileLeavesOut" },
    { 14, "rows beyond the tokenizer's size sampled", "session/known_mistakes_test.cpp",
        "paddingRowsNeverComeUp" },
    { 14, "rows beyond the tokenizer's size sampled", "sampler/sampler_choices.cpp",
        "paddingRowsAreNeverChosen" },
    { 15, "system text joined with one line feed", "templates/golden_templates.cpp",
        "rendersAsTheReference" },
    { 16, "llama3 scaling unused", "architectures/rope_table_test.cpp", "llama3BandsAreThoseOfThePaper" },
    { 17, "bands blended linearly in wavelength", "architectures/rope_table_test.cpp",
        "llama3BandsAreThoseOfThePaper" },
    { 18, "factor 8", "architectures/rope_table_test.cpp", "llama3BandsAreThoseOfThePaper" },
    { 19, "beginning of text twice, or for a Qwen", "session/known_mistakes_test.cpp",
        "beginningOfTextComesExactlyOnce" },
    { 19, "beginning of text not added to plain text", "tokenizer/golden_tokenizers_test.cpp",
        "textBecomesTheReferenceIds" },
    { 20, "pre-tokenizer approximated", "tokenizer/golden_tokenizers_test.cpp",
        "textBecomesTheReferenceIds" },
    { 21, "newer pattern for Qwen3", "tokenizer/golden_tokenizers_test.cpp", "textBecomesTheReferenceIds" },
    { 22, "window read although use_sliding_window is false", "architectures/config_test.cpp",
        "qwen2IgnoresAWindowThatIsSwitchedOff" },
    { 23, "thinking left in history, or no empty block", "templates/golden_templates.cpp",
        "rendersAsTheReference" },
    { 24, "marks split from their letters in Qwen3.5, or joined in Qwen2",
        "tokenizer/golden_tokenizers_test.cpp", "textBecomesTheReferenceIds" },
    { 25, "a converted file loaded as if it were the release", "architectures/recognition_test.cpp",
        "refusesAConvolutionThatWasTurned" },
    { 29, "rotary width lost", "architectures/config_test.cpp", "qwen35RotatesAQuarterOfEachHead" },
    { 30, "next-token predictor taken for a layer", "architectures/recognition_test.cpp",
        "ignoresTheNextTokenPredictor" },
    { 30, "a default number of layers", "architectures/known_mistakes.cpp", "layerCountHasNoDefault" },
    { 32, "states not cleared between sequences", "session/prefix_reuse_test.cpp",
        "aResetSequenceForgetsEverything" },
    { 32, "states not cleared between sequences", "kv_cache/sequence_state_test.cpp",
        "aNewSequenceStartsFromZeroStates" },
    { 33, "state read in another layout by some kernel", "session/prefix_reuse_test.cpp",
        "chunksDoNotMatter" },
    { 34, "recurrent state cut back without a snapshot", "kv_cache/sequence_state_test.cpp",
        "recurrentStatesReturnToSnapshotsOnly" },
    { 34, "recurrent state cut back without a snapshot", "session/prefix_reuse_test.cpp",
        "regeneratingReusesThePrompt" },
    { 34, "recurrent state emptied on the way back to an earlier turn", "session/known_mistakes_test.cpp",
        "earlierTurnComesBackWithItsState" },
    { 35, "default of the thinking switch inverted", "templates/golden_templates.cpp",
        "rendersAsTheReference" },
    { 35, "a folder's inverted default not followed", "templates/choosing.cpp",
        "invertedThinkingIsFollowed" },
    { 36, "stopping on config.json's end token only", "session/known_mistakes_test.cpp",
        "chatStopsAtBothEnds" },
    { 36, "end tokens of one file only", "loader/generation_defaults_test.cpp",
        "endTokensAreTheUnionOfAllFiles" },
    { 37, "epsilon of the L2 norm outside the root", "architectures/known_mistakes.cpp",
        "epsilonOfTheL2NormIsInsideTheRoot" },
};

constexpr std::array kPictures { 10, 11, 12 };

} // namespace

std::span<const CaughtElsewhere> mistakesCaughtElsewhere()
{
    return kElsewhere;
}

std::span<const int> mistakesAboutPictures()
{
    return kPictures;
}

} // namespace moru::test
