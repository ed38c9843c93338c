// Tells a double and a triple tap from taps that merely follow each other.
#pragma once

#include "virtualphone/os/gestures/touch_recogniser.hpp"

#include <string>

namespace thimble::virtualphone {

class tap_series {
public:
    static constexpr milliseconds longest_gap{350}; // from one finger's lift to the next one down
    static constexpr double slop = 40;              // points from one tap to the next
    static constexpr int longest = 3;

    /// Which one of its series this tap is; after the third a new series begins. `target` names
    /// what was tapped: taps on two things are no series.
    int count(const gesture& tap, std::string target);
    void forget() { taps_ = 0; }

private:
    int taps_ = 0;
    place last_;
    milliseconds lifted_{0};
    std::string target_;
};

} // namespace thimble::virtualphone
