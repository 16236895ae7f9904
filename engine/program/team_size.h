#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace moru {

/// Chooses how many workers decode. Workers that the system lets run only now and then make all others wait
/// at every barrier, so beside busy programs fewer are faster: each decoding step tells how long it took and
/// how much of that was waiting, smaller teams are tried when much was for some time, and larger ones soon
/// again, then from time to time. A moment's work of another program, such as a window that paints text, is
/// no reason to shrink. What is computed does not depend on it.
class TeamSize {
public:
    explicit TeamSize(int most)
        : most_(most)
        , size_(most)
    {
    }

    /// Workers for the next step.
    [[nodiscard]] int next() const { return isTrying_ ? tried_ : size_; }

    /// A step has been made by next() workers. `nowNs`: any steady clock, when it ended. `waitedNs`: by the
    /// worker that waited longest.
    void stepped(std::int64_t nowNs, std::int64_t durationNs, std::int64_t waitedNs);

private:
    /// Steps that were made in a row by one team.
    struct Round {
        int steps = 0;
        std::int64_t durationNs = 0;
        std::int64_t waitedNs = 0;
        [[nodiscard]] bool waitedMuch() const;
    };

    void endRound(std::int64_t nowNs);
    void judgeTrial(const Round& trial, std::int64_t nowNs);
    void remember(const Round& round);
    [[nodiscard]] std::span<const Round> remembered() const;
    [[nodiscard]] double nsPerStep() const; ///< Over the remembered rounds.
    [[nodiscard]] bool waitedLong() const;
    void chooseTrial();

    int most_;
    int size_;
    int tried_ = 0;
    bool isTrying_ = false;
    bool failedDown_ = false; ///< The last trial was of a smaller team and failed: a larger one is next.
    Round round_;
    std::array<Round, 3> rounds_; ///< Of `size_`, the newest.
    std::size_t roundCount_ = 0; ///< Since `size_` was chosen.
    std::int64_t nextTrialNs_ = 0; ///< Not before.
    std::int64_t pauseNs_ = 0; ///< After the next trial that fails.
};

} // namespace moru
