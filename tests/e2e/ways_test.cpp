// Each numbered way of docs/iphone.md in which it goes wrong ends in what that page says, soon
// after the phone has refused.
#include "tests/catch2.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/ways/way.hpp"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// From the phone's refusal to the reason in the record of REST, or in the answer of a command.
constexpr auto way_limit = 10s;
constexpr auto command_limit = 60s;

/// For every program that the test starts.
[[maybe_unused]] const int way_tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

struct timed_way {
    int number = 0;
    std::string what;
    std::chrono::milliseconds took{0};
};

void print(const std::vector<timed_way>& all)
{
    std::cout << "way  ends in                          after\n";
    for (const auto& [number, what, took] : all)
        std::cout << std::setw(3) << number << "  " << std::left << std::setw(30) << what
                  << std::right << std::setw(6) << took.count() << " ms\n";
    std::cout << std::flush;
}

/// Each row by itself: one that fails does not keep the others from being played.
template <class Way, class Play>
void play_all(const std::vector<Way>& ways, Play play)
{
    std::vector<timed_way> times;
    for (const auto& each : ways) {
        INFO("way " << each.number);
        try {
            times.push_back(play(each));
            CHECK(times.back().took <= way_limit * slowdown());
        } catch (const std::exception& problem) {
            FAIL_CHECK(problem.what());
        } catch (...) { // a REQUIRE, which has been told of
            times.push_back({.number = each.number, .what = "failed"});
        }
    }
    print(times);
}

timed_way play_blocker(const blocker_way& way)
{
    scene of(way.phone);
    INFO(way.phone);
    way.happens(of);
    std::optional<told_reason> last;
    const auto took = time_of([&] {
        eventually(way_limit, [&] {
            last = of.reason();
            return last && last->code == way.code && last->says(way.words);
        });
    });
    INFO((last ? last->code + ": " + last->text : "no blocker"));
    CHECK((last && last->code == way.code && last->says(way.words)));
    if (way.afterwards)
        CHECK(way.afterwards(of));
    return {.number = way.number, .what = way.code, .took = took};
}

/// True for the finding that is meant.
bool is_finding(const json& check, const doctor_way& way)
{
    const auto name = check.at("name").get<std::string>();
    return check.at("ok") == false &&
           (check.value("code", "") == way.finding || name.starts_with(way.finding));
}

timed_way play_doctor(const doctor_way& way)
{
    scene of(way.phone);
    way.happens(of);
    run_result ended;
    const auto took = time_of([&] {
        ended = run("thimbled",
                    {"doctor", "--json", "--listen", "127.0.0.1:0", "--state-dir",
                     of.home().state.path().string()},
                    of.home().variables(of.phones()), command_limit);
    });
    INFO(ended.output << ended.errors);
    CHECK(ended.code == 1);
    const auto report = json::parse(ended.output, nullptr, false);
    REQUIRE(report.is_object());
    const auto& checks = report.at("checks");
    const auto found =
        std::ranges::find_if(checks, [&](const json& check) { return is_finding(check, way); });
    REQUIRE(found != checks.end());
    CHECK((found->at("message").get<std::string>() + found->at("remedy").get<std::string>())
              .contains(way.words));
    return {.number = way.number, .what = "doctor: " + way.finding, .took = took};
}

/// The code of a failed installation, or one of its problems, and all that was said.
told_reason reason_in(const json& record, const std::string& wanted)
{
    told_reason told{.code = record.at("error").at("code"),
                     .text = record.at("error").at("message")};
    for (const auto& each : record.at("problems"))
        if (each.at("code") == wanted)
            told = {.code = wanted, .text = each.at("message")};
    return told;
}

timed_way play_package(const package_way& way)
{
    const app_desk desk;
    const auto package = way.package(desk);
    const auto since = desk.phone().next_event();
    program asked("thimbled", desk.with_state({"runner", "install", package}),
                  desk.home()->variables(desk.phones()));
    if (way.sent)
        REQUIRE(eventually(command_limit, [&] {
            return !desk.phone().events_of("install_refused", since).empty();
        }));
    std::optional<exit_status> ended;
    const auto took = time_of([&] { ended = asked.wait(command_limit); });
    INFO(asked.output() << asked.errors());
    REQUIRE(ended);
    CHECK(ended->code == 1);
    const auto record = json::parse(asked.output(), nullptr, false);
    REQUIRE(record.is_object());
    const auto told = reason_in(record, way.code);
    CHECK(told.code == way.code);
    CHECK(told.says(way.words));
    return {.number = way.number, .what = way.code, .took = took};
}

/// The third column of each numbered row of the page's part on ways.
std::map<int, std::string> named_in_docs()
{
    const auto whole = content_of(std::filesystem::path(THIMBLE_SOURCE_DIR) / "docs/iphone.md");
    const auto ways_at = whole.find("\n## When it does not work\n");
    REQUIRE(ways_at != std::string::npos);
    std::istringstream page(whole.substr(ways_at));
    const std::regex row(R"(\| (\d+) \|([^|]*)\|([^|]*)\|.*)");
    std::map<int, std::string> named;
    std::smatch found;
    for (std::string line; std::getline(page, line);)
        if (std::regex_match(line, found, row))
            named.emplace(std::stoi(found[1].str()), found[3].str());
    return named;
}

} // namespace

TEST_CASE("each way in which a phone cannot be driven ends in its blocker", "[e2e][local]")
{
    play_all(blocker_ways(), play_blocker);
}

TEST_CASE("each way in which a runner is not installed ends in its reason", "[e2e][local]")
{
    play_all(package_ways(), play_package);
}

TEST_CASE("each way that doctor alone can see is found by doctor", "[e2e][local]")
{
    play_all(doctor_ways(), play_doctor);
}

TEST_CASE("every way of the page is played, and ends as the page says", "[e2e][local]")
{
    const auto named = named_in_docs();
    REQUIRE(named.size() >= 30);
    std::set<int> played;
    const auto play = [&](int number, const std::string& name) {
        INFO("way " << number << " ends in " << name);
        played.insert(number);
        const auto row = named.find(number);
        REQUIRE(row != named.end());
        CHECK(row->second.contains(name));
    };
    for (const auto& each : blocker_ways())
        play(each.number, "`" + each.code + "`");
    for (const auto& each : package_ways())
        play(each.number, "`" + each.code + "`");
    for (const auto& each : doctor_ways())
        play(each.number, "`doctor`");
    for (const auto& each : ways_apart()) {
        INFO("way " << each.number << " is left out: " << each.why);
        CHECK_FALSE(each.why.empty());
        CHECK(named.contains(each.number));
        CHECK(played.insert(each.number).second); // or it is no exception
    }
    for (const auto& [number, name] : named) {
        INFO("way " << number);
        CHECK(played.contains(number));
    }
}

} // namespace thimble::e2e
