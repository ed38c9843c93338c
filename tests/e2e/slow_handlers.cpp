#include "tests/e2e/slow_handlers.hpp"

#include "async/home_watch.hpp"
#include "tests/e2e/eventually.hpp"

#include <charconv>
#include <sstream>
#include <string_view>

namespace thimble::e2e {

namespace {

constexpr int without_optimisation = 4;
constexpr std::string_view told_as = "held the home thread for ";

} // namespace

std::chrono::milliseconds longest_handler()
{
    return async::home_watch::longest * without_optimisation * slowdown();
}

std::vector<std::string> slow_handlers_in(const std::string& log, std::chrono::milliseconds most)
{
    std::vector<std::string> out;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find(told_as);
        if (at == std::string::npos)
            continue;
        const auto number = std::string_view(line).substr(at + told_as.size());
        long long took = 0; // milliseconds
        std::from_chars(number.data(), number.data() + number.size(), took);
        if (took > most.count())
            out.push_back(line);
    }
    return out;
}

} // namespace thimble::e2e
