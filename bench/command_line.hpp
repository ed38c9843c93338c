// Command line of a benchmark: whole numbers, each with a usual value.
#pragma once

#include "text/whole_number.hpp"

#include <cstdio>
#include <exception>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace thimble::bench {

struct whole_argument {
    const char* name;
    int usual;
    int least = 1;
    int most = std::numeric_limits<int>::max();

    int read(const char* word) const
    {
        if (const auto number = service::whole_number(word, least, most))
            return *number;
        throw std::invalid_argument(std::string(name) + " is a whole number from " +
                                    std::to_string(least) + " to " + std::to_string(most));
    }
};

/// main() of a benchmark: calls `run` with the numbers of `takes`, in their order. Returns 0 where
/// that finds the measurements good enough, 1 where it does not, 2 where there are none. A peer
/// that hangs ends it after `longest_run` seconds; 0: it may take as long as it likes.
template <class Run>
int run_benchmark(std::span<char* const> words,
                  const std::vector<whole_argument>& takes,
                  Run run,
                  unsigned longest_run = 0)
try {
    ::alarm(longest_run);
    std::vector<int> numbers;
    for (std::size_t place = 1; const auto& each : takes) {
        numbers.push_back(place < words.size() ? each.read(words[place]) : each.usual);
        ++place;
    }
    return run(numbers) ? 0 : 1;
} catch (const std::exception& failed) {
    std::fprintf(stderr, "%s: %s\n", words[0], failed.what());
    return 2;
}

} // namespace thimble::bench
