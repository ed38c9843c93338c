// A tap from the REST request to the glass and back into the next picture.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/picture_difference.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <array>
#include <cmath>
#include <span>

namespace thimble::e2e {

namespace {

constexpr auto sketch = "com.thimble.sketch";

void open_sketch(const virtual_phone& phone)
{
    phone.make("open", {{"bundle_id", sketch}});
    REQUIRE(eventually(10s, [&] { return phone.facts().at("front_app") == sketch; }));
}

/// A picture taken after the service has noticed how the phone is turned.
http_answer
upright_picture(const thimble_system& daemon, const virtual_phone& phone, const std::string& turned)
{
    http_answer picture;
    const bool noticed = eventually(30s, [&] {
        picture = daemon.api().get(daemon.path(phone, "/screenshot"));
        return picture.header("X-Screen-Orientation") == turned;
    });
    REQUIRE(noticed);
    return picture;
}

using place = std::array<int, 2>;

/// In thousandths of width and height; the first four are enough to tell one turn from another.
constexpr std::array<place, 10> places{{{0, 0},
                                        {1000, 1000},
                                        {777, 421},
                                        {250, 333},
                                        {1000, 0},
                                        {0, 1000},
                                        {500, 500},
                                        {333, 800},
                                        {910, 640},
                                        {120, 560}}};

http_answer screenshot(const thimble_system& daemon, const virtual_phone& phone)
{
    auto picture = daemon.api().get(daemon.path(phone, "/screenshot"));
    REQUIRE(picture.status == 200);
    return picture;
}

/// Where the one finger since `first` went down has to be the centre of the screenshot's pixel, in
/// points, to half a native pixel.
void check_finger(const virtual_phone& phone, std::size_t first, double x, double y)
{
    const auto fingers = phone.fingers_down(first);
    REQUIRE(fingers.size() == 1);
    const auto& down = fingers.front();
    INFO("finger down at " << down.dump());
    const auto slack = 0.51 / phone.facts().at("scale").get<double>();
    CHECK(std::abs(down.at("x").get<double>() - x) < slack);
    CHECK(std::abs(down.at("y").get<double>() - y) < slack);
}

/// Taps a pixel of the screenshot `before`, and returns the one after.
screen::image tap_and_look(const thimble_system& daemon,
                           const virtual_phone& phone,
                           const screen::image& before,
                           int x,
                           int y)
{
    const auto [width, height] = before.size();
    const auto first = phone.next_event();
    const nlohmann::json body{{"x", x}, {"y", y}};
    const auto answer = daemon.api().post(daemon.path(phone, "/tap"), body.dump());
    INFO("tapped " << body.dump() << ": " << answer.body);
    REQUIRE(answer.status == 200);

    const auto facts = phone.facts();
    check_finger(phone, first, (x + 0.5) * facts.at("width_pt").get<double>() / width,
                 (y + 0.5) * facts.at("height_pt").get<double>() / height);
    auto after = picture_of(screenshot(daemon, phone).body);
    constexpr int reach = 12; // pixels; the trail is a dot at least
    CHECK(differing_pixels_near(before, after, x, y, reach) > 0);
    return after;
}

/// Turns the phone, and taps each of the places of its screen.
void check_places(const thimble_system& daemon,
                  const virtual_phone& phone,
                  const std::string& turned,
                  std::span<const place> tapped)
{
    INFO("turned to " << turned);
    phone.make("rotate", {{"orientation", turned}});
    CHECK(phone.facts().at("orientation") == turned);

    const auto answer = upright_picture(daemon, phone, turned);
    auto picture = picture_of(answer.body);
    const auto [width, height] = picture.size();
    CHECK(answer.header("X-Screen-Width") == std::to_string(width));
    CHECK(answer.header("X-Screen-Height") == std::to_string(height));
    CHECK((width > height) == turned.starts_with("landscape"));
    for (const auto& [across, down] : tapped)
        picture = tap_and_look(daemon, phone, picture, (width - 1) * across / 1000,
                               (height - 1) * down / 1000);
}

} // namespace

TEST_CASE("a tap lands where it was asked for and the next picture shows it", "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    REQUIRE(daemon.until_named(phone, ready_limit));

    const auto record = daemon.record_of(phone);
    CHECK(record.at("device_name") == "iPhone 15 Pro");
    CHECK(record.at("width") == 620);
    CHECK(record.at("height") == 1344);

    open_sketch(phone);
    tap_and_look(daemon, phone, picture_of(screenshot(daemon, phone).body), 310, 672);

    const auto plain = daemon.api().post("/v1/tap", R"({"x": 100, "y": 400})");
    CHECK(plain.status == 200);
    CHECK(plain.json().at("status") == "completed");
    CHECK(plain.header("X-Phone-Id") == daemon.id_of(phone));
}

TEST_CASE("a client's trace is followed to the phone", "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto answer = daemon.api().post(
        daemon.path(phone, "/tap"), R"({"x": 100, "y": 400})",
        {{"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}});
    REQUIRE(answer.status == 200);
    const auto named = "job=" + answer.json().at("id").get<std::string>() +
                       " trace=0af7651916cd43dd8448eb211c80319c ";
    CHECK(eventually(10s, [&] {
        return daemon.process().errors().contains(named + "phone=" + phone.udid() +
                                                  " action=tap outcome=done");
    }));
    if (arrangement_under_test() != arrangement::nodes) // any of which may have been asked
        CHECK(eventually(10s, [&] {
            return daemon.service().errors().contains(named + "phone=" + daemon.id_of(phone));
        }));
}

TEST_CASE("taps without a pause are refused soon after the phone was locked by hand",
          "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto tap = [&] { return daemon.api().post("/v1/tap", R"({"x": 310, "y": 672})"); };
    REQUIRE(tap().status == 200);

    phone.make("lock");
    const auto latest = std::chrono::steady_clock::now() + 10s * slowdown();
    auto answer = tap();
    while (answer.status == 200 && std::chrono::steady_clock::now() < latest)
        answer = tap();
    INFO(answer.body);
    REQUIRE(answer.json().at("error") == "PHONE_NOT_READY");
    CHECK(answer.json().at("context").at("blockers").at(0).at("code") == "LOCKED");
}

TEST_CASE("a tap lands in the right place on every model however it is turned", "[e2e]")
{
    // With new phones each, on which no place has been tapped yet.
    const std::string turned =
        GENERATE("portrait", "landscape_left", "upside_down", "landscape_right");
    const virtual_phones phones(
        {.phones = {"iPhone SE 2,ios=16", "iPhone 13 mini,ios=17.5", "iPhone 15 Pro,ios=18.5",
                    "iPhone 16 Pro Max,ios=26", "iPad 9,ios=17.5"},
         .device_time = "0"});
    const thimble_system daemon(phones);
    const auto tapped = std::span(places).first(turned == "portrait" ? places.size() : 4);
    for (std::size_t at = 0; at < phones.size(); ++at) {
        const auto phone = phones.at(at);
        INFO(phone.facts().at("model"));
        REQUIRE(daemon.until_ready(phone, ready_limit));
        open_sketch(phone);
        check_places(daemon, phone, turned, tapped);
    }
}

} // namespace thimble::e2e
