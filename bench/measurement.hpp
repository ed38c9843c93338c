// Two ways to do the same thing, measured in turns so that both meet the same machine.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace thimble::bench {

using milliseconds = std::chrono::duration<double, std::milli>;

class measurement {
public:
    template <class Action>
    void time(Action action)
    {
        const auto start = std::chrono::steady_clock::now();
        action();
        add(std::chrono::steady_clock::now() - start);
    }

    void add(milliseconds one) { took_.push_back(one); }

    /// 0.5 is the median. Not for an empty measurement.
    milliseconds quantile(double share) const
    {
        auto sorted = took_;
        std::ranges::sort(sorted);
        const auto last = static_cast<double>(sorted.size() - 1);
        return sorted.at(static_cast<std::size_t>(share * last));
    }

    void clear() { took_.clear(); }

private:
    std::vector<milliseconds> took_;
};

struct comparison {
    measurement direct;
    measurement ours;

    double ratio() const { return ours.quantile(0.5) / direct.quantile(0.5); }
};

/// `warm_up` rounds that do not count, then `rounds` that do.
template <class Direct, class Ours>
comparison compare(int warm_up, int rounds, Direct direct, Ours ours)
{
    comparison result;
    for (int round = -warm_up; round < rounds; ++round) {
        if (round == 0) {
            result.direct.clear();
            result.ours.clear();
        }
        result.direct.time(direct);
        result.ours.time(ours);
    }
    return result;
}

} // namespace thimble::bench
