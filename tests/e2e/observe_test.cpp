// ?observe=settled on a phone: what an action has changed is seen, and its picture kept.
#include "screen/difference.hpp"
#include "tests/e2e/effects/places.hpp"
#include "tests/e2e/picture_difference.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto model = "iPhone 15 Pro,ios=18.5";
constexpr double nothing_much = 0.001; // of a picture's pixels; the minute in the status bar

json observed(const driven_phone& on, const std::string& action, const json& body = json::object())
{
    return on.act(action + "?observe=settled", body).at("receipt");
}

screen::image picture_at(const driven_phone& on, const std::string& url)
{
    const auto answer = on.daemon().api().get(url);
    REQUIRE(answer.status == 200);
    return picture_of(answer.body);
}

screen::image shown_by(const driven_phone& on)
{
    return picture_of(on.get("screenshot").body);
}

screen::area area_of(const json& region)
{
    return {.x = region.at("x"),
            .y = region.at("y"),
            .width = region.at("width"),
            .height = region.at("height")};
}

void blacken(screen::image& picture, const screen::area& where)
{
    for (int row = where.y; row < where.y + where.height; ++row) {
        const auto first = static_cast<std::size_t>(row) * picture.row_bytes() +
                           static_cast<std::size_t>(where.x) * screen::image::channels;
        const auto count = static_cast<std::size_t>(where.width) * screen::image::channels;
        std::ranges::fill(picture.pixels().subspan(first, count), std::uint8_t{0});
    }
}

/// The picture of the frame; what differs from `before` has to lie in the frame's region.
screen::image check_region(const driven_phone& on, const screen::image& before, const json& frame)
{
    const auto after = picture_at(on, frame.at("url"));
    CHECK(after.size() ==
          screen::pixel_size{.width = frame.at("width"), .height = frame.at("height")});
    CHECK(screen::visible_difference(before, after) > 0);
    const auto region = area_of(frame.at("region"));
    auto rest_before = before;
    auto rest_after = after;
    blacken(rest_before, region);
    blacken(rest_after, region);
    CHECK(screen::visible_difference(rest_before, rest_after) < nothing_much);
    return after;
}

} // namespace

TEST_CASE("the region of a touch is where the screen has changed", "[e2e]")
{
    const driven_phone on(model);
    on.open(app::calculator);
    const auto before = shown_by(on);
    const auto key = on.middle_of("8");
    const auto receipt = observed(on, "tap", at(key));
    CHECK(receipt.at("effect") == "changed");
    const auto& frame = receipt.at("frame");
    CHECK(frame.at("changed") == true);
    CHECK(frame.at("settled") == true);
    check_region(on, before, frame);
    const auto region = area_of(frame.at("region"));
    CHECK(region.y + region.height < key.y); // the display is above the keys
    CHECK(region.width * region.height < 620 * 1344 / 4);

    const auto by_name = observed(on, "tap/select", {{"selector", "5"}});
    CHECK(area_of(by_name.at("frame").at("region")).y < key.y);
    const json steps{{{"action", "tap"}, {"x", key.x}, {"y", key.y}},
                     {{"action", "tap"}, {"x", key.x}, {"y", key.y}}};
    CHECK(observed(on, "batch", {{"steps", steps}}).at("effect") == "changed");
    CHECK(on.state_of(app::calculator).at("display") == "8588");
}

TEST_CASE("a tap on empty wallpaper changes nothing", "[e2e]")
{
    const driven_phone on(model);
    on.open(app::sketch);
    const auto left = observed(on, "home");
    CHECK(left.at("effect") == "changed");
    const auto receipt = observed(on, "tap", at({.x = 310, .y = 950}));
    CHECK(on.front_app() == app::home_screen);
    CHECK(receipt.at("effect") == "unchanged");
    CHECK(receipt.at("frame").at("changed") == false);
    CHECK(receipt.at("frame").at("region").is_null());
    CHECK(receipt.at("frame").at("settled") == true);
}

TEST_CASE("a frame that was observed can be acted upon until the screen turns", "[e2e][linked]")
{
    const driven_phone on(model);
    on.open(app::sketch);
    const auto frame = observed(on, "tap", at(on.middle())).at("frame");
    const auto answer = on.daemon().api().get(frame.at("url").get<std::string>());
    CHECK(answer.status == 200);
    CHECK(frame.at("frame_id") == answer.header("X-Frame-Id"));
    CHECK(frame.at("captured_at") == answer.header("X-Captured-At"));
    const auto meant_for_it = at({.x = 100, .y = 500}, {{"frame_id", frame.at("frame_id")}});
    CHECK(observed(on, "tap", meant_for_it).at("effect") == "changed");

    const auto turned = observed(on, "rotate", {{"orientation", "landscape_left"}}).at("frame");
    CHECK(turned.at("orientation") == "landscape_left");
    CHECK(turned.at("changed") == true);
    CHECK(area_of(turned.at("region")) == screen::area{.width = 1344, .height = 620});
    CHECK(on.refused("tap", meant_for_it) == "STALE_FRAME");
}

TEST_CASE("a job that nobody waits for has the same receipt", "[e2e][linked]")
{
    const driven_phone on(model);
    on.open(app::sketch);
    const auto before = shown_by(on);
    const auto id = on.act("tap?observe=settled&async=true", at(on.middle())).at("job_id");
    json job;
    REQUIRE(eventually(30s, [&] {
        job = on.daemon().api().get("/v1/jobs/" + id.get<std::string>()).json();
        return job.at("status") == "completed";
    }));
    const auto& frame = job.at("receipt").at("frame");
    CHECK(frame.at("frame_id") == id);
    CHECK(frame.at("changed") == true);
    CHECK(differing_pixels(check_region(on, before, frame), shown_by(on)) < 1000);
}

TEST_CASE("a locked screen is observed like any other", "[e2e]")
{
    const driven_phone on(model);
    on.open(app::sketch);
    const auto receipt = observed(on, "lock");
    CHECK(receipt.at("verified") == true);
    CHECK(receipt.at("effect") == "changed");
    CHECK(observed(on, "unlock").at("effect") == "changed");
}

TEST_CASE("the frame is what stays on the screen once it has come to rest", "[e2e]")
{
    const driven_phone on(model, "1");
    on.open(app::settings);
    const auto place = [&] { return on.state_of(app::settings).at("offset").get<double>(); };
    const auto flick = [&] {
        return observed(on, "flick", at(on.middle(), {{"direction", "up"}})).at("frame");
    };
    const auto before = place();
    auto frame = flick();
    CHECK(frame.at("changed") == true);
    // It may well coast for three seconds; the end of the list stops it.
    REQUIRE(
        eventually(60s, [&] { return frame.at("settled") == true || (frame = flick(), false); }));
    const auto after = place();
    CHECK(after > before);
    const auto kept = picture_at(on, frame.at("url"));
    CHECK(screen::visible_difference(kept, shown_by(on)) < nothing_much);
    CHECK(place() == after);
}

TEST_CASE("a part of the screen comes in the panel's own pixels", "[e2e]")
{
    const driven_phone on(model);
    const auto picture = on.get("screenshot?region=100,200,31,62");
    REQUIRE(picture.status == 200);
    CHECK(picture.header("X-Screen-Width") == "620");
    const auto size = picture_of(picture.body).size();
    CHECK(size.width >= 59); // 31 of 620 on a panel of 1179
    CHECK(size.width <= 61);
}

} // namespace thimble::e2e
