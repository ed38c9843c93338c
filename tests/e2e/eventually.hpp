// Waiting for something to become true, with a deadline instead of a hope.
#pragma once

#include <chrono>
#include <optional>
#include <thread>

namespace thimble::e2e {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// Sanitizers slow everything down: how many times a limit is longer under one.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int slowdown = 5;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr int slowdown = 5;
#else
inline constexpr int slowdown = 1;
#endif
#else
inline constexpr int slowdown = 1;
#endif

/// Asks `condition` until it says true or `limit` is over; says which.
template <class Condition>
bool eventually(std::chrono::milliseconds limit, Condition condition)
{
    const auto deadline = std::chrono::steady_clock::now() + limit * slowdown;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(10ms); // between two looks
    }
    return true;
}

/// How long `action` took.
template <class Action>
std::chrono::milliseconds time_of(Action action)
{
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

} // namespace thimble::e2e
