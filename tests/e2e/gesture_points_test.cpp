// One request for a gesture, made by the runner on one phone and by reports of HID on another: the
// phones feel it in the same places.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/tunnelled_phone.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// In points of the upright interface.
struct felt_point {
    double x = 0;
    double y = 0;
};

double distance(felt_point one, felt_point other)
{
    return std::hypot(one.x - other.x, one.y - other.y);
}

/// From the nearest point of the stretch between two.
double distance_from_line(felt_point of, felt_point from, felt_point to)
{
    const double length = distance(from, to);
    const double along =
        ((of.x - from.x) * (to.x - from.x) + (of.y - from.y) * (to.y - from.y)) / length;
    const double share = std::clamp(along / length, 0.0, 1.0);
    return distance(of,
                    {.x = from.x + share * (to.x - from.x), .y = from.y + share * (to.y - from.y)});
}

/// Everything that the phone's log has of one drag, from the finger's coming down to its lift.
std::vector<felt_point> points_of_drag(const tunnelled_phone& on, const json& drag)
{
    const auto start = on.phone.next_event();
    const auto job = on.perform("drag", drag);
    INFO(job.dump());
    REQUIRE(job.at("status") == "completed");
    CHECK(job.at("receipt").at("driver") == (on.has_runner() ? "webdriveragent" : "coredevice"));
    std::vector<json> touches;
    REQUIRE(eventually(5s, [&] {
        touches = on.phone.events_of("touch", start);
        return !touches.empty() && touches.back().at("phase") == "up";
    }));
    std::vector<felt_point> out;
    for (const auto& each : touches)
        out.push_back({.x = each.at("x").get<double>(), .y = each.at("y").get<double>()});
    return out;
}

} // namespace

TEST_CASE("a drag by reports is felt within a panel's pixel of the runner's", "[e2e]")
{
    const tunnelled_phone by_runner("iPhone 15 Pro,ios=18.5");
    const tunnelled_phone by_reports("iPhone 15 Pro,ios=27,runner=absent");
    const double panel_pixel = 1 / by_reports.fact("scale").get<double>();
    const std::vector<json> drags{
        {{"from_x", 101}, {"from_y", 403}, {"to_x", 517}, {"to_y", 911}},
        {{"from_x", 511}, {"from_y", 1013}, {"to_x", 499}, {"to_y", 307}},
    };
    for (const auto& drag : drags) {
        INFO(drag.dump());
        const auto wanted = points_of_drag(by_runner, drag);
        const auto felt = points_of_drag(by_reports, drag);
        REQUIRE(wanted.size() >= 2);
        CHECK(felt.size() > 3); // it has moved on its way
        CHECK(distance(felt.front(), wanted.front()) < panel_pixel);
        CHECK(distance(felt.back(), wanted.back()) < panel_pixel);
        for (const auto& each : felt) {
            INFO(each.x << ", " << each.y);
            CHECK(distance_from_line(each, wanted.front(), wanted.back()) < panel_pixel);
        }
        for (const auto& each : wanted)
            CHECK(distance_from_line(each, felt.front(), felt.back()) < panel_pixel);
    }
}

} // namespace thimble::e2e
