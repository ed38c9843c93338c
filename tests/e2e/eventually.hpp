// Waiting for something to become true, with a deadline instead of a hope.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

namespace thimble::e2e {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// Factor of limits where everything is slower: whoever starts the tests with programs built with a
/// sanitizer says so in THIMBLE_TEST_SLOWDOWN, 1 to 100.
int slowdown();

/// Asks `condition` until it says true or `limit` is over; says which.
template <class Condition>
bool eventually(std::chrono::milliseconds limit, Condition condition)
{
    const auto deadline = std::chrono::steady_clock::now() + limit * slowdown();
    auto pause = 10ms; // between two looks; longer ones leave the processor to what is waited for
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause + 5ms, 100ms);
    }
    return true;
}

/// Time that `action` took.
template <class Action>
std::chrono::milliseconds time_of(Action action)
{
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

} // namespace thimble::e2e
