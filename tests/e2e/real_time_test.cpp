// Touches and keys at the pace of a real phone, where recognisers see real durations.
#include "tests/e2e/effects/places.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// Time that the finger was down, by the phone's own clock.
double milliseconds_down(const std::vector<json>& touches)
{
    REQUIRE(touches.size() >= 2);
    return touches.back().at("t_ms").get<double>() - touches.front().at("t_ms").get<double>();
}

constexpr auto model = "iPhone 15 Pro,ios=18.5";
constexpr auto real_time = "1";

} // namespace

TEST_CASE("a hold lasts as long as it was asked to", "[e2e]")
{
    driven_phone on(model, real_time);
    on.open(app::sketch);
    const auto start = on.now();
    const auto before = std::chrono::steady_clock::now();
    on.act("tap-and-hold", at(on.middle(), {{"duration_ms", 1200}}));
    CHECK(std::chrono::steady_clock::now() - before >= std::chrono::milliseconds(1200));
    const double late = campaign() ? 50 : 300; // a machine with other work runs late
    const double held = milliseconds_down(on.touches_since(start));
    CHECK(held >= 1190);
    CHECK(held <= 1200 + late);
    CHECK(on.recognised("long_press", start));
}

TEST_CASE("a pinch at real speed zooms a map", "[e2e]")
{
    driven_phone on(model, real_time);
    on.open(app::maps);
    const auto zoom = [&] { return on.state_of(app::maps).at("zoom").get<double>(); };
    const double before = zoom();
    on.act("pinch", at(on.middle(), {{"action", "pinch_out"}, {"duration_ms", 600}}));
    CHECK(zoom() > before);
}

TEST_CASE("a rotation at real speed turns a map", "[e2e]")
{
    driven_phone on(model, real_time);
    on.open(app::maps);
    on.act("pinch", at(on.middle(), {{"action", "rotate_cw"}, {"duration_ms", 600}}));
    CHECK(std::abs(on.state_of(app::maps).at("rotation").get<double>() - 90) < 1);
}

TEST_CASE("a file held at real speed is carried along", "[e2e]")
{
    driven_phone on(model, real_time);
    on.open(app::files);
    const auto from = on.middle_of("Plan.pdf");
    const auto to = on.middle_of("Documents");
    on.act("hold-and-drag",
           {{"from_x", from.x}, {"from_y", from.y}, {"to_x", to.x}, {"to_y", to.y}});
    const auto content = on.state_of(app::files).at("items").at("Documents");
    CHECK(std::ranges::find(content, json("Plan.pdf")) != content.end());
}

TEST_CASE("two taps at real speed are a double tap", "[e2e]")
{
    driven_phone on(model, real_time);
    on.open(app::maps);
    const auto start = on.now();
    on.act("double-tap", at(on.middle()));
    CHECK(eventually(std::chrono::seconds(5), [&] { return on.recognised("double_tap", start); }));
}

TEST_CASE("keys at real speed arrive in order", "[e2e]")
{
    driven_phone on(model, real_time);
    on.open(app::notes);
    on.act("tap/select", {{"selector", "Note"}});
    CHECK(on.act("type", {{"text", "the quick brown fox"}}).at("receipt").at("verified") == true);
    CHECK(on.state_of(app::notes).at("text") == "the quick brown fox");
}

} // namespace thimble::e2e
