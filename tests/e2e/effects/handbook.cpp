#include "tests/e2e/effects/handbook.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include <fstream>
#include <vector>

namespace thimble::e2e {

namespace {

/// "| A | B |" without its first and last bar, backquotes and outer blanks.
std::vector<std::string> cells_of(const std::string& line)
{
    if (line.size() < 2 || line.front() != '|' || line.back() != '|')
        return {};
    const auto inside = line.substr(1, line.size() - 2);
    std::vector<std::string> cells;
    boost::algorithm::split(cells, inside, boost::algorithm::is_any_of("|"));
    for (auto& each : cells)
        boost::algorithm::trim_if(each, boost::algorithm::is_any_of(" `"));
    return cells;
}

} // namespace

std::map<ability_of, std::string> documented_abilities()
{
    constexpr std::size_t first_answer = 2; // after what is asked for, and of which phone
    constexpr std::size_t answers = tested_runners.size() + 1; // and without a runner
    std::ifstream handbook(THIMBLE_SOURCE_DIR "/docs/webdriveragent.md");
    std::map<ability_of, std::string> found;
    std::vector<std::string> head;
    for (std::string line; std::getline(handbook, line);) {
        const auto cells = cells_of(line);
        if (cells.size() != first_answer + answers || cells.front().starts_with("-"))
            continue;
        if (cells.front() == "Asked for") {
            head = cells;
            continue;
        }
        REQUIRE(head.size() == cells.size());
        for (std::size_t column = first_answer; column < cells.size(); ++column)
            CHECK(found
                      .emplace(
                          ability_of{.what = cells[0], .model = cells[1], .runner = head[column]},
                          cells[column])
                      .second);
    }
    return found;
}

std::string documented(const driven_phone& on, std::string_view what)
{
    const ability_of wanted{.what = std::string(what),
                            .model = on.fact("model").get<std::string>(),
                            .runner = on.has_runner() ? on.fact("wda").get<std::string>()
                                                      : std::string(no_runner)};
    INFO(wanted.what << " on " << wanted.model << " with " << wanted.runner);
    const auto all = documented_abilities();
    const auto found = all.find(wanted);
    REQUIRE(found != all.end());
    return found->second;
}

std::map<variant_of, std::string> documented_answers()
{
    constexpr std::size_t columns = 3; // action, variant, answer
    std::ifstream handbook(THIMBLE_SOURCE_DIR "/docs/without-a-runner.md");
    std::map<variant_of, std::string> found;
    bool in_table = false;
    for (std::string line; std::getline(handbook, line);) {
        auto cells = cells_of(line);
        if (cells.size() != columns || cells.front().starts_with("-"))
            continue;
        if (cells.front() == "Action") {
            in_table = true;
            continue;
        }
        if (!in_table)
            continue;
        std::erase(cells[2], '`'); // around each of several refusals
        CHECK(found.emplace(variant_of{.action = cells[0], .variant = cells[1]}, cells[2]).second);
    }
    return found;
}

} // namespace thimble::e2e
