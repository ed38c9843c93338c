// Touches through a phone's tunnel, beside its runner and without one.
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/device/paths.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace thimble::tests {
namespace {

using device::capability;
using device::touch_gate;
using device::touch_gate_key;
using e2e::operator""ms;
using e2e::operator""s;

/// One finding for all phones.
class one_finding final : public device::touch_gate_memory {
public:
    explicit one_finding(std::optional<touch_gate> known) : known_(known) {}
    std::optional<touch_gate> find(const touch_gate_key& /*of*/) const override { return known_; }
    void remember(const touch_gate_key& /*of*/, touch_gate what) override { known_ = what; }

private:
    std::optional<touch_gate> known_;
};

struct touched_desk {
    touched_desk(const std::string& model, std::optional<touch_gate> known)
        : world({.phones = {model}, .device_time = "1"}), desk(world, options(known)),
          phone(world.at(0))
    {
    }

    static device::fleet_options options(std::optional<touch_gate> known)
    {
        device::fleet_options options;
        options.tunnels = true;
        options.touch_gates = std::make_shared<one_finding>(known);
        return options;
    }

    std::string toucher() const
    {
        const auto found = desk.phone(phone);
        return found ? found->driver_of(capability::touch) : std::string();
    }

    bool has_no_finger_down() const { return phone.facts().at("fingers").empty(); }

    e2e::virtual_phones world;
    attached_fleet desk;
    e2e::virtual_phone phone;
};

} // namespace

TEST_CASE("a runner touches wherever it is not known that touches land without it", "[device]")
{
    const auto* model = GENERATE("iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=18.5,image=xcode27",
                                 "iPhone 15 Pro,ios=26,image=xcode27", "iPhone 15 Pro,ios=27");
    INFO(model);
    touched_desk on(model, std::nullopt);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    REQUIRE(on.desk.until(30s, [&] { return on.desk.phone(on.phone)->facts().tunnel_open; }));
    const auto since = on.phone.next_event();
    for (int i = 0; i < 3; ++i) {
        REQUIRE(on.desk.play(on.phone, tap_at(100, 200)));
        CHECK(on.toucher() == "webdriveragent");
    }
    CHECK(on.phone.fingers_down(since).size() == 3);
}

TEST_CASE("touches that are known to land go through the tunnel, past a runner", "[device]")
{
    touched_desk on("iPhone 15 Pro,ios=27,touch_gate=open", touch_gate::open);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    REQUIRE(on.desk.until(60s, [&] { return on.toucher() == "coredevice"; }));
    const auto since = on.phone.next_event();
    REQUIRE(on.desk.play(on.phone, tap_at(100, 200)));
    CHECK(on.toucher() == "coredevice");
    REQUIRE(on.desk.until(10s, [&] { return on.phone.fingers_down(since).size() == 1; }));
    CHECK(on.desk.until(10s, [&] { return on.has_no_finger_down(); }));
}

TEST_CASE("a phone that can only be touched through its tunnel is ready", "[device]")
{
    touched_desk on("iPhone 15 Pro,ios=27,runner=absent,touch_gate=open", touch_gate::open);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    CHECK(on.toucher() == "coredevice");
    const auto picture = on.desk.capture(on.phone);
    REQUIRE(picture);
    CHECK(picture->driver == "coredevice");
    CHECK(on.desk.phone(on.phone)->alerts() == nullptr);
    CHECK(on.desk.phone(on.phone)->dragger() == nullptr);
    CHECK(on.desk.phone(on.phone)->elements() == nullptr);
}

TEST_CASE("a phone that needs no runner is never said to miss one", "[device]")
{
    const e2e::virtual_phones world(
        {.phones = {"iPhone 15 Pro,ios=27,runner=absent,touch_gate=open"}, .device_time = "1"});
    auto options = touched_desk::options(touch_gate::open);
    std::set<std::string> missed;
    options.on_change = [&missed](const std::shared_ptr<device::phone>& changed) {
        for (const auto& each : changed->blockers())
            if (to_string(each.code).starts_with("DRIVER_NOT_"))
                missed.emplace(to_string(each.code));
    };
    attached_fleet desk(world, std::move(options));
    REQUIRE(desk.until_state(world.at(0), "", 60s));
    CHECK(missed == std::set<std::string>{});
}

TEST_CASE("a phone of an older iOS that drops reports is not ready without a runner", "[device]")
{
    touched_desk on("iPhone 15 Pro,ios=26,image=xcode27,runner=absent", std::nullopt);
    REQUIRE(on.desk.until(60s, [&] {
        const auto found = on.desk.phone(on.phone);
        return found && found->capabilities().contains(capability::clipboard);
    }));
    CHECK(on.desk.until_state(on.phone, "DRIVER_NOT_INSTALLED", 60s));
    CHECK(on.desk.phone(on.phone)->touches() == nullptr);
}

TEST_CASE("a finger that is down when its phone is unplugged is lifted when it is back", "[device]")
{
    touched_desk on("iPhone 15 Pro,ios=27,runner=absent,touch_gate=open", touch_gate::open);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    const auto attached = on.desk.phone(on.phone);
    std::optional<device::result<void>> outcome;
    boost::asio::co_spawn(
        on.desk.context(),
        attached->touches()->play(hold_at(100, 200, 300s), *attached->facts().interface),
        [&](const std::exception_ptr&, device::result<void> value) { outcome = std::move(value); });
    REQUIRE(on.desk.until(30s, [&] { return !on.has_no_finger_down(); }));
    on.phone.make("unplug");
    REQUIRE(on.desk.until(30s, [&] { return outcome.has_value(); }));
    REQUIRE_FALSE(outcome->has_value());
    CHECK(outcome->error().phone == device::reached::perhaps);
    REQUIRE(on.desk.until_state(on.phone, "DETACHED"));
    on.phone.make("plug");
    CHECK(on.desk.until(60s, [&] { return on.has_no_finger_down(); }));
}

TEST_CASE("a gesture whose moves its phone may have dropped is not done", "[device]")
{
    touched_desk on("iPhone 15 Pro,ios=27,runner=absent,touch_gate=stream,loop=" +
                        std::string(THIMBLE_SOURCE_DIR) + "/tests/video/panel.hevc",
                    touch_gate::needs_stream);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    auto path = hold_at(100, 200, 8s * e2e::slowdown());
    path.contacts[0].samples.push_back(
        {.at = path.duration() + 200ms, .where = {.x = 100, .y = 400}});
    const auto attached = on.desk.phone(on.phone);
    std::optional<device::result<void>> outcome;
    boost::asio::co_spawn(
        on.desk.context(), attached->touches()->play(path, *attached->facts().interface),
        [&](const std::exception_ptr&, device::result<void> value) { outcome = std::move(value); });
    REQUIRE(on.desk.until(30s, [&] { return !on.has_no_finger_down(); }));
    on.phone.make("fault", {{"service", "media.end"}, {"kind", "cut"}, {"count", 1}});
    REQUIRE(on.desk.until(60s, [&] { return outcome.has_value(); }));
    REQUIRE_FALSE(outcome->has_value());
    CHECK(outcome->error().phone == device::reached::perhaps);
    CHECK(outcome->error().cause == "media_stream_ended");
    REQUIRE(on.desk.play(on.phone, tap_at(100, 200))); // lifts what could not be lifted before
    CHECK(on.desk.until(30s, [&] { return on.has_no_finger_down(); }));
}

} // namespace thimble::tests
