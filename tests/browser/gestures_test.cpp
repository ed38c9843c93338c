// Touches that a page sends for clicks, fingers and the wheel.
#include "tests/browser/dashboard_view.hpp"
#include "tests/browser/held_requests.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/catch2.hpp"

#include <cmath>
#include <cstdlib>

namespace thimble::browser {

using std::chrono_literals::operator""ms;
using words = std::vector<std::string>;

namespace {

/// Timers for the second click stand still until they are let go: no machine is too slow for it.
constexpr auto still_timers = R"js((() => {
    const own = window.setTimeout;
    window.rests = [];
    window.setTimeout = (then, time, ...more) =>
        time === 350 ? rests.push(then) : own(then, time, ...more);
})())js";

/// The page of a phone on whose screen nothing happens, with a mouse that has its own clock.
struct still_phone {
    dashboard_view on{e2e::phone_shop{.device_time = "0"}};
    page at = shown();
    place middle = place_of(at, 310, 672);

    page shown() const
    {
        on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
        auto out = on.phone_page();
        out.resize(1280, 860);
        out.rest(0ms);
        return out;
    }
};

} // namespace

TEST_CASE("a turn of the wheel names the picture it was meant for", "[browser]")
{
    still_phone phone;
    auto& page = phone.at;
    const held_requests requests(page);
    requests.let_all_go();
    page.turn_wheel(phone.middle, 200);
    REQUIRE(requests.until_sent(1));
    CHECK(requests.body(0).at("frame_id").is_string());
    CHECK(says(page, "drag"));
    page.turn_wheel(phone.middle, -200, true);
    REQUIRE(requests.until_sent(2));
    CHECK(requests.body(1).at("frame_id").is_string());
    CHECK(says(page, "pinch"));
    CHECK(page.complaints() == words{});
}

TEST_CASE("the wheel and clicks are sent in the order of the hand", "[browser]")
{
    still_phone phone;
    auto& page = phone.at;
    const held_requests requests(page);
    page.turn_wheel(phone.middle, 3); // too little for a gesture
    page.rest(1000ms);
    page.click(phone.middle);
    REQUIRE(requests.until_sent(1));
    page.turn_wheel(phone.middle, 120); // while the phone is busy
    page.turn_wheel(phone.middle, 80);
    page.rest(1000ms);
    page.click(phone.middle);
    page.turn_wheel(phone.middle, -100);
    page.turn_wheel(phone.middle, -100, true);
    requests.let_all_go();
    REQUIRE(requests.until_sent(5));
    CHECK(requests.names() == words{"tap", "drag", "tap", "drag", "pinch"});
    const auto dragged = [&](std::size_t which) {
        const auto body = requests.body(which);
        return body.at("from_y").get<int>() - body.at("to_y").get<int>();
    };
    CHECK(std::abs(dragged(1) + (2 * dragged(3))) <= 2); // 200 down are two times 100 up
    CHECK(says(page, "pinch"));
    CHECK(page.complaints() == words{});
}

TEST_CASE("a second button or finger does not become part of a touch", "[browser]")
{
    still_phone phone;
    auto& page = phone.at;
    const held_requests requests(page);
    requests.let_all_go();
    page.button_down(phone.middle, "left", 1);
    page.button_down(phone.middle, "right", 3);
    page.button_up(phone.middle, "left", 2);
    page.button_up(phone.middle, "right", 0);
    page.rest(1000ms);
    page.click(phone.middle);
    REQUIRE(requests.until_sent(1));
    CHECK(requests.names() == words{"tap"});
    CHECK(says(page, "tap"));

    page.rest(1000ms);
    const auto beside = place_of(page, 100, 900);
    const auto away = place_of(page, 400, 300);
    page.touch("touchStart", {phone.middle});
    page.touch("touchStart", {phone.middle, beside});
    page.touch("touchMove", {phone.middle, away});
    page.touch("touchEnd", {});
    REQUIRE(requests.until_sent(2));
    CHECK(requests.names() == words{"tap", "tap"});
    CHECK(page.complaints() == words{});
}

TEST_CASE("two quick clicks are never more than two taps", "[browser]")
{
    still_phone phone;
    auto& page = phone.at;
    page.evaluate(still_timers);
    const held_requests requests(page);
    page.double_click(phone.middle);
    REQUIRE(requests.until_sent(1));
    page.rest(400ms);
    page.evaluate("new Promise((then) => setTimeout(then, 400))"); // so slow is the phone
    requests.let_go();
    REQUIRE(requests.until_sent(2));
    CHECK(requests.names() == words{"tap", "tap"}); // as the first had been sent

    page.rest(1000ms);
    page.evaluate("new Promise((then) => setTimeout(then, 400))");
    requests.let_go();
    REQUIRE(says(page, "tap"));
    page.double_click(phone.middle); // to a slow phone
    REQUIRE(requests.until_sent(3));
    CHECK(requests.names() == words{"tap", "tap", "double-tap"});

    page.rest(1000ms);
    page.double_click(phone.middle); // while it is busy
    requests.let_all_go();
    REQUIRE(requests.until_sent(4));
    CHECK(requests.names() == words{"tap", "tap", "double-tap", "double-tap"});
    CHECK(says(page, "double tap"));

    page.rest(1000ms);
    page.click(phone.middle);
    REQUIRE(page.until("rests.length === 3", timeout));
    page.evaluate("rests.at(-1)()"); // no second click has come
    CHECK(requests.until_sent(5));
    CHECK(requests.names().back() == "tap");
    CHECK(says(page, "tap"));
    CHECK(page.complaints() == words{});
}

TEST_CASE("a click on a quick phone is sent at once", "[browser]")
{
    still_phone phone;
    auto& page = phone.at;
    page.evaluate(still_timers);
    const held_requests requests(page);
    page.click(phone.middle);
    CHECK(requests.until_sent(1));
    CHECK(page.evaluate("rests.length") == 0);
    CHECK(page.complaints() == words{});
}

} // namespace thimble::browser
