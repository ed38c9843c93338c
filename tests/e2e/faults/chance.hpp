// Chance in a campaign, and what puts right what has gone wrong.
#pragma once

#include <functional>
#include <random>

namespace thimble::e2e {

using chance = std::mt19937;

/// An integer from `least` to `most`, both included.
inline int choose(chance& from, int least, int most)
{
    return std::uniform_int_distribution<int>(least, most)(from);
}

/// Puts right what has gone wrong.
using remedy = std::function<void()>;

} // namespace thimble::e2e
