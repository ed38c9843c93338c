// A tap from the REST request to the glass and back into the next picture.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/local_thimbled.hpp"
#include "tests/e2e/picture_difference.hpp"

#include <array>
#include <cmath>

namespace thimble::e2e {

namespace {

constexpr auto sketch = "com.thimble.sketch";

void open_sketch(const virtual_phone& phone)
{
    phone.make("open", {{"bundle_id", sketch}});
    REQUIRE(eventually(3s, [&] { return phone.facts().at("front_app") == sketch; }));
}

struct size {
    int width = 0;
    int height = 0;
};

size screenshot_size(const http_answer& picture)
{
    return {.width = std::stoi(picture.header("X-Screen-Width")),
            .height = std::stoi(picture.header("X-Screen-Height"))};
}

/// Ten places in thousandths of width and height: corners, edges and the middle.
constexpr std::array<std::array<int, 2>, 10> places{{{0, 0},
                                                     {1000, 0},
                                                     {0, 1000},
                                                     {1000, 1000},
                                                     {500, 500},
                                                     {250, 333},
                                                     {777, 421},
                                                     {333, 800},
                                                     {910, 640},
                                                     {120, 560}}};

void tap_and_look(const local_thimbled& daemon, const virtual_phone& phone, int x, int y)
{
    const auto before = daemon.api().get(daemon.path(phone, "/screenshot"));
    const auto [width, height] = screenshot_size(before);
    const auto first = phone.next_event();
    const auto answer =
        daemon.api().post(daemon.path(phone, "/tap"), nlohmann::json{{"x", x}, {"y", y}}.dump());
    INFO(answer.body);
    REQUIRE(answer.status == 200);

    const auto fingers = phone.fingers_down(first);
    REQUIRE(fingers.size() == 1);
    const auto& down = fingers.front();
    const auto facts = phone.facts();
    const auto width_pt = facts.at("width_pt").get<double>();
    const auto height_pt = facts.at("height_pt").get<double>();
    // The centre of the screenshot's pixel, in points, to half a native pixel.
    const auto slack = 0.51 / facts.at("scale").get<double>();
    INFO("finger down at " << down.dump());
    CHECK(std::abs(down.at("x").get<double>() - (x + 0.5) * width_pt / width) < slack);
    CHECK(std::abs(down.at("y").get<double>() - (y + 0.5) * height_pt / height) < slack);

    const auto after = daemon.api().get(daemon.path(phone, "/screenshot"));
    CHECK(differing_pixels_near(picture_of(before.body), picture_of(after.body), x, y, 12) > 0);
}

} // namespace

TEST_CASE("a tap lands where it was asked for and the next picture shows it", "[e2e]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const local_thimbled daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));

    const auto record = daemon.record_of(phone);
    CHECK(record.at("device_name") == "iPhone 15 Pro");
    CHECK(record.at("width") == 620);
    CHECK(record.at("height") == 1344);

    open_sketch(phone);
    tap_and_look(daemon, phone, 310, 672);

    const auto plain = daemon.api().post("/v1/tap", R"({"x": 100, "y": 400})");
    CHECK(plain.status == 200);
    CHECK(plain.json().at("status") == "completed");
    CHECK(plain.header("X-Phone-Id") == daemon.id_of(phone));
}

TEST_CASE("a tap lands in the right place on every model however it is turned", "[e2e]")
{
    const auto model = GENERATE("iPhone SE 2,ios=16", "iPhone 13 mini,ios=17.5",
                                "iPhone 15 Pro,ios=18.5", "iPhone 16 Pro Max,ios=26");
    const virtual_phones phones({.phones = {model}, .device_time = "0"});
    const auto phone = phones.at(0);
    const local_thimbled daemon(phones);
    INFO(model);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    open_sketch(phone);

    for (const auto* turned : {"portrait", "landscape_left", "upside_down", "landscape_right"}) {
        phone.make("rotate", {{"orientation", turned}});
        INFO(turned);
        REQUIRE(
            eventually(10s, [&] { return daemon.record_of(phone).at("orientation") == turned; }));
        const auto picture = daemon.api().get(daemon.path(phone, "/screenshot"));
        const auto [width, height] = screenshot_size(picture);
        CHECK(picture.header("X-Screen-Orientation") == turned);
        CHECK((width > height) == (std::string(turned).starts_with("landscape")));
        for (const auto& [across, down] : places)
            tap_and_look(daemon, phone, (width - 1) * across / 1000, (height - 1) * down / 1000);
    }
}

} // namespace thimble::e2e
