// At the pace of a real phone, its log has the moments that the gestures were sent with.
#include "tests/e2e/effects/places.hpp"
#include "tests/e2e/recorded_phone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <sstream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// The moments at which fingers go down and up, in milliseconds after the first went down, sorted.
struct moments {
    std::vector<double> down;
    std::vector<double> up;
};

moments from_first_down(moments all)
{
    std::ranges::sort(all.down);
    std::ranges::sort(all.up);
    REQUIRE(!all.down.empty());
    const double first = all.down.front();
    for (auto* each : {&all.down, &all.up})
        for (double& at : *each)
            at -= first;
    return all;
}

/// Moments of one finger's list of W3C actions: a finger that is up goes down at the end of its
/// next move, or where it lifted.
void add_moments(moments& all, const json& actions)
{
    double now = 0;
    bool is_down = false;
    for (const auto& each : actions) {
        const auto type = each.at("type").get<std::string>();
        now += each.value("duration", 0.0);
        const bool goes_down = type == "pointerMove" || type == "pointerDown";
        if (goes_down && !std::exchange(is_down, true))
            all.down.push_back(now);
        if (type == "pointerUp") {
            all.up.push_back(now);
            is_down = false;
        }
    }
}

/// Of the last gesture that was sent.
moments sent(const recorded_phone& recorded)
{
    std::istringstream lines(recorded.recording());
    json last;
    for (std::string line; std::getline(lines, line);) {
        const auto exchange = json::parse(line, nullptr, false);
        if (exchange.is_object() && exchange.value("target", "").ends_with("/actions"))
            last = json::parse(exchange.at("body").get<std::string>());
    }
    REQUIRE(last.is_object());
    moments all;
    for (const auto& finger : last.at("actions"))
        add_moments(all, finger.at("actions"));
    return from_first_down(std::move(all));
}

moments logged(const driven_phone& on, std::size_t since)
{
    moments all;
    for (const auto& touch : on.touches_since(since)) {
        const auto at = touch.at("t_ms").get<double>();
        if (touch.at("phase") == "down")
            all.down.push_back(at);
        if (touch.at("phase") == "up")
            all.up.push_back(at);
    }
    return from_first_down(std::move(all));
}

void add_differences(std::vector<double>& to, const moments& wanted, const moments& seen)
{
    REQUIRE(seen.down.size() == wanted.down.size());
    REQUIRE(seen.up.size() == wanted.up.size());
    for (std::size_t i = 1; i < wanted.down.size(); ++i) // the first is where time begins
        to.push_back(std::abs(seen.down[i] - wanted.down[i]));
    for (std::size_t i = 0; i < wanted.up.size(); ++i)
        to.push_back(std::abs(seen.up[i] - wanted.up[i]));
}

struct gesture {
    const char* action;
    json body;
};

std::vector<gesture> every_gesture(pixel middle)
{
    const pixel beside{.x = middle.x + 120, .y = middle.y + 80};
    std::vector<gesture> all{{"tap", at(middle)},
                             {"double-tap", at(middle)},
                             {"triple-tap", at(middle)},
                             {"tap-and-hold", at(middle, {{"duration_ms", 600}})}};
    for (const char* direction : {"up", "down", "left", "right"}) {
        all.push_back({"flick", at(middle, {{"direction", direction}})});
        all.push_back({"pan", at(middle, {{"direction", direction}})});
    }
    for (const char* speed : {"slow", "medium", "fast"}) {
        all.push_back({"drag", between(middle, beside, {{"speed", speed}})});
        all.push_back({"hold-and-drag", between(middle, beside, {{"speed", speed}})});
    }
    for (const char* action : {"pinch_in", "pinch_out", "rotate_cw", "rotate_ccw"})
        all.push_back({"pinch", at(middle, {{"action", action}, {"duration_ms", 500}})});
    return all;
}

/// The value that all but 5 % of them do not exceed.
double percentile_95(std::vector<double> all)
{
    std::ranges::sort(all);
    return all.at(std::min(all.size() - 1, all.size() * 95 / 100));
}

} // namespace

TEST_CASE("the phone's log agrees with the durations that were sent", "[e2e]")
{
    if (!campaign())
        return; // times are compared on a machine with nothing else to do
    constexpr int rounds = 8;
    constexpr double agreement = 10; // milliseconds
    const recorded_phone recorded("iPhone 15 Pro,ios=18.5", "1");
    const auto& on = recorded.on;
    on.open(app::sketch);
    std::vector<double> differences;
    for (int round = 0; round < rounds; ++round)
        for (const auto& [action, body] : every_gesture(on.middle())) {
            INFO(action << " " << body.dump());
            const auto start = on.now();
            const auto took = time_of([&] { on.act(action, body); });
            const auto wanted = sent(recorded);
            CHECK(static_cast<double>(took.count() + 1) >= wanted.up.back()); // really gone by
            add_differences(differences, wanted, logged(on, start));
        }
    const auto p95 = percentile_95(differences);
    std::cout << "phone's log against what was sent: " << differences.size() << " moments, p95 "
              << p95 << " ms, at most " << *std::ranges::max_element(differences) << " ms\n";
    CHECK(p95 <= agreement);
}

} // namespace thimble::e2e
