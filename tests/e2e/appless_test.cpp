// A phone of iOS 27 without WebDriverAgent: seen, touched and typed on through its own services
// alone.
#include "tests/e2e/effects/settings_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <future>
#include <memory>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto services = "coredevice";

/// A stream of a picture that stands still lasts longer than on a real phone: a computer under load
/// sees the picture late, and has to know all the same that it is about to end.
constexpr auto model = "iPhone 15 Pro,ios=27,runner=absent,stillness=12";

std::string driver_in(const json& job)
{
    return job.at("receipt").at("driver").get<std::string>();
}

/// Ready without a runner, where a phone that needs one would not be. Its touches are heard always,
/// or only while its picture is streamed.
class appless_phone : public driven_phone {
public:
    explicit appless_phone(const std::string& touch_gate)
        : driven_phone(model + (",touch_gate=" + touch_gate),
                       action_time(),
                       {"--runners", "off"},
                       {{"THIMBLE_TUNNELS", "on"}})
    {
    }

    json record() const { return daemon().record_of(phone()); }

    bool can(const char* action) const
    {
        const auto able = record().at("capabilities");
        return std::ranges::find(able, json(action)) != able.end();
    }

    /// The job; fails the test where it was not done by the phone's services.
    json act(const std::string& name, const json& body = json::object()) const
    {
        auto job = driven_phone::act(name, body);
        CHECK(driver_in(job) == services);
        return job;
    }

    /// Of the screenshot, by a place in points of the interface.
    pixel at_point(double x, double y) const
    {
        const auto facts = phone().facts();
        const auto seen = record();
        return {.x = static_cast<int>(x / facts.at("width_pt").get<double>() *
                                      seen.at("width").get<double>()),
                .y = static_cast<int>(y / facts.at("height_pt").get<double>() *
                                      seen.at("height").get<double>())};
    }
};

/// Reports are not acknowledged: the last of them may arrive after the answer to whoever asked.
bool fingers_lifted(const driven_phone& on)
{
    return eventually(5s, [&] { return on.fact("fingers").empty(); });
}

/// One finger is to touch the middle of the pixel, within a pixel of the panel, and then none.
void check_tap(const appless_phone& on, pixel where)
{
    INFO(where.x << ", " << where.y);
    const auto start = on.now();
    on.act("tap", at(where));
    REQUIRE(eventually(5s, [&] { return on.fingers_since(start) > 0; }));
    CHECK(fingers_lifted(on));
    REQUIRE(on.fingers_since(start) == 1);
    const auto finger = on.phone().fingers_down(start).front();
    INFO(finger.dump());
    const auto wanted = on_phone(on, where);
    const double panel_pixel = 1 / on.fact("scale").get<double>();
    CHECK(std::abs(finger.at("x").get<double>() - wanted.x) < panel_pixel);
    CHECK(std::abs(finger.at("y").get<double>() - wanted.y) < panel_pixel);
}

struct first_taps {
    std::size_t made = 0;
    std::size_t since = 0; // the phone's next event before the first
};

/// Taps until two in a row are known to have landed, so that the next ones are not judged any more.
/// Of some before nobody knows, and none is made twice.
first_taps tap_until_known(const appless_phone& on)
{
    constexpr std::size_t most = 8;
    bool last_landed = false;
    on.open(app::sketch);
    const auto middle = on.middle();
    const auto since = on.now();
    for (std::size_t made = 1; made <= most; ++made) {
        const int further = static_cast<int>(made); // each has another effect
        const auto answer = on.attempt(
            "tap", at({.x = middle.x - 150 + 37 * further, .y = middle.y - 300 + 71 * further}));
        INFO(made << ": " << answer.body);
        if (answer.status == 200) {
            CHECK(driver_in(answer.json()) == services);
            if (std::exchange(last_landed, true))
                return {.made = made, .since = since};
            continue;
        }
        last_landed = false;
        const auto refusal = answer.json();
        REQUIRE(refusal.at("error") == "ACTION_FAILED");
        CHECK(refusal.at("context").at("cause") == "effect_not_seen");
        CHECK(refusal.at("context").at("outcome") == "unknown");
    }
    FAIL("no two touches in a row were seen to land");
    return {};
}

void tap_everywhere(const appless_phone& on)
{
    constexpr std::array<std::array<int, 2>, 4> thousandths{
        {{777, 421}, {250, 333}, {120, 560}, {910, 640}}};
    on.open(app::sketch);
    for (const char* lies : {"portrait", "landscape_left", "landscape_right"}) {
        INFO(lies);
        on.turn(lies);
        const auto seen = on.record();
        for (const auto& [x, y] : thousandths)
            check_tap(on, {.x = seen.at("width").get<int>() * x / 1000,
                           .y = seen.at("height").get<int>() * y / 1000});
    }
    on.turn("portrait");
}

void type_a_note(const appless_phone& on)
{
    const std::string text = "Hello, World: 42 (of 43)!";
    on.open(app::notes);
    check_tap(on, on.at_point(150, 200));
    REQUIRE(eventually(5s, [&] { return on.fact("keyboard_shown") == true; }));
    on.act("type", {{"text", text}});
    CHECK(eventually(5s, [&] { return on.state_of(app::notes).at("text") == text; }));
    on.act("keypress", {{"key", "backspace"}});
    CHECK(eventually(
        5s, [&] { return on.state_of(app::notes).at("text") == text.substr(0, text.size() - 1); }));
}

void scroll_a_list(const appless_phone& on)
{
    const settings_list list(on);
    on.act("flick", at(on.middle(), {{"direction", "up"}}));
    CHECK(eventually(5s, [&] { return list.offset() > 0; }));
    CHECK(fingers_lifted(on));
}

void press_buttons(const appless_phone& on)
{
    const auto start = on.now();
    on.act("volume-up");
    CHECK(eventually(5s, [&] { return on.phone().events_of("button", start).size() == 1; }));
    on.act("home");
    CHECK(eventually(5s, [&] { return on.front_app() == app::home_screen; }));
}

void take_a_picture(const appless_phone& on)
{
    const auto started = on.get("screenshot?async=true");
    REQUIRE(started.status == 200);
    const auto path = "/v1/jobs/" + started.json().at("job_id").get<std::string>();
    json job;
    REQUIRE(eventually(30s, [&] {
        job = on.daemon().api().get(path).json();
        return job.at("status") == "completed" || job.at("status") == "failed";
    }));
    INFO(job.dump());
    REQUIRE(job.at("status") == "completed");
    CHECK(driver_in(job) == services);
    const auto picture = on.daemon().api().get(path + "/download");
    CHECK(picture.status == 200);
    CHECK(picture.header("Content-Type") == "image/png");
}

/// Once it is known how touches land, with nothing lost on the way.
void drive(const appless_phone& on)
{
    const auto start = on.now();
    take_a_picture(on);
    tap_everywhere(on);
    type_a_note(on);
    scroll_a_list(on);
    press_buttons(on);
    const auto lost = on.phone().events_of("hid", start); // reports that the phone has dropped
    CHECK(json(lost) == json::array());
}

/// The phone encodes what it shows by a program of somebody else.
bool can_stream()
{
    const bool found = std::system("command -v x265 > /dev/null 2>&1") == 0; // NOLINT
    if (!found)
        WARN("skipped: x265 is not in PATH, without which a virtual phone does not stream");
    return found;
}

/// Somewhere else each time, so that each has an effect.
bool tap_is_seen_to_land(const thimble_system& daemon, const virtual_phone& phone)
{
    const auto before = static_cast<int>(phone.next_event() % 50);
    const json where{{"x", 100 + 5 * before}, {"y", 300 + 11 * before}};
    return daemon.api().post(daemon.path(phone, "/tap"), where.dump()).status == 200;
}

/// Until it has been down for long enough, or the service has gone.
void hold_finger(const thimble_system& daemon, const virtual_phone& phone)
{
    const json hold{{"x", 300}, {"y", 600}, {"duration_ms", 9'000}};
    try {
        std::ignore = daemon.api().post(daemon.path(phone, "/tap-and-hold"), hold.dump());
    } catch (const std::exception& gone) {
        INFO(gone.what());
    }
}

} // namespace

TEST_CASE("a phone of iOS 27 is ready and driven without a runner", "[e2e]")
{
    const appless_phone on("open");
    const auto record = on.record();
    INFO(record.dump());
    CHECK(record.at("readiness").at("blockers").empty());
    for (const char* action :
         {"tap", "drag", "type", "keypress", "home", "screenshot", "rotate", "lock", "unlock"})
        CHECK(on.can(action));
    for (const char* action : {"elements", "front-app", "open-url"})
        CHECK_FALSE(on.can(action));
    CHECK(
        on.refused("open-url", {{"url", "https://example.com"}}).starts_with("UNSUPPORTED_ACTION"));

    const auto taps = tap_until_known(on);
    // This phone hears every one.
    CHECK(eventually(5s, [&] { return on.fingers_since(taps.since) == taps.made; }));
    CHECK(fingers_lifted(on));
    drive(on);
}

TEST_CASE("touches land on a phone that hears them only while its picture is streamed", "[e2e]")
{
    if (!can_stream())
        return;
    const appless_phone on("stream");
    const auto taps = tap_until_known(on);
    CHECK(eventually(5s, [&] { return on.fingers_since(taps.since) > 0; }));
    CHECK(fingers_lifted(on));
    CHECK(on.fingers_since(taps.since) <= taps.made);
    drive(on);

    on.open(app::sketch);
    // The phone ends the stream of a picture that stands still; a touch has it begin again.
    REQUIRE(eventually(60s, [&] { return on.fact("stream").at("running") == false; }));
    check_tap(on, on.middle());
}

TEST_CASE("an action is observed whether its pictures are captured or streamed", "[e2e]")
{
    if (!can_stream())
        return;
    const appless_phone on("open");
    tap_until_known(on);
    on.open(app::calculator);
    const auto display = on.at_point(100, 120); // where nothing is touched
    for (const bool streamed : {true, false}) {
        INFO(streamed);
        REQUIRE(eventually(60s, [&] { return on.fact("stream").at("running") == streamed; }));
        // Of a stream that a slow computer encodes nobody knows when it shows what it should.
        const auto receipt = on.act("tap?observe=settled", at(display)).at("receipt");
        INFO(receipt.dump());
        CHECK(receipt.at("frame").at("settled") == true);
        if (!streamed)
            CHECK(receipt.at("effect") == "unchanged");
    }
}

TEST_CASE("a finger that a killed thimbled left down is lifted by the next one", "[e2e]")
{
    const std::string gate = GENERATE("open", "stream");
    if (gate == "stream" && !can_stream())
        return;
    INFO(gate);
    const virtual_phones phones({.phones = {model + (",touch_gate=" + gate)}, .device_time = "0"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    home->more = {{"THIMBLE_TUNNELS", "on"}};
    const arguments no_runners{"--runners", "off"};
    const auto fingers_are_down = [&] { return !phone.facts().at("fingers").empty(); };
    phone.make("open", {{"bundle_id", app::sketch}});
    {
        thimble_system daemon(phones, home, no_runners);
        REQUIRE(daemon.until_ready(phone, ready_limit));
        // Of a phone that needs its stream the first touches are not heard.
        REQUIRE(eventually(60s, [&] { return tap_is_seen_to_land(daemon, phone); }));
        const auto held = std::async(std::launch::async, [&] { hold_finger(daemon, phone); });
        REQUIRE(eventually(20s, fingers_are_down));
        daemon.process().send_signal(SIGKILL);
        CHECK(daemon.process().wait(5s));
    }
    thimble_system daemon(phones, home, no_runners);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    CHECK(eventually(30s, [&] { return !fingers_are_down(); }));
}

} // namespace thimble::e2e
