// Buttons of the case: each that goes down comes up again.
#include "async/race.hpp"
#include "device/coredevice/hardware_buttons.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
using boost::asio::awaitable;
using coredevice::hardware_button;
using device::reached;

xpc::dictionary button_message(std::uint64_t code, std::uint64_t state)
{
    return {
        {"messageType", "IndigoButtonEvent"},
        {"featureIdentifier", "com.apple.coredevice.feature.remote.hid.button"},
        {"payload",
         xpc::dictionary{{"state", state}, {"usagePage", std::uint64_t{12}}, {"usageCode", code}}}};
}

awaitable<std::optional<device::failure>> failure_of_press(coredevice::hardware_buttons& buttons,
                                                           hardware_button which)
{
    const auto pressed = co_await buttons.press(which);
    co_return pressed ? std::nullopt : std::optional(pressed.error());
}

std::uint64_t state_in(const fake_service::heard_message& what)
{
    const auto* payload = xpc::member<xpc::dictionary>(what.body, "payload");
    REQUIRE(payload != nullptr);
    const auto* state = xpc::member<std::uint64_t>(*payload, "state");
    REQUIRE(state != nullptr);
    return *state;
}

awaitable<void> until_told(const fake_service& which)
{
    while (which.messages.empty())
        co_await boost::asio::post(boost::asio::use_awaitable);
}

} // namespace

TEST_CASE("a button goes down and up, on one connection for all", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::buttons, {});
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected());
    const std::vector<std::pair<hardware_button, std::uint64_t>> all{
        {hardware_button::home, 0x40},      {hardware_button::lock, 0x30},
        {hardware_button::volume_up, 0xe9}, {hardware_button::volume_down, 0xea},
        {hardware_button::mute, 0xe2},      {hardware_button::siri, 0xcf}};
    for (const auto& [which, code] : all) {
        const auto before = service.messages.size();
        CHECK_FALSE(run_until_done(context, failure_of_press(buttons, which)));
        REQUIRE(service.messages.size() == before + 2);
        CHECK(service.messages[before].body == button_message(code, 1));
        CHECK(service.messages[before + 1].body == button_message(code, 2));
        CHECK(service.messages[before].flags == 0x101);
    }
    CHECK(service.connections == 1);
}

TEST_CASE("a press that is cancelled lets the button go", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::buttons, {});
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected());
    const auto whole = [&]() -> awaitable<bool> {
        co_await async::race(failure_of_press(buttons, hardware_button::lock), until_told(service));
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
    REQUIRE(service.messages.size() == 2);
    CHECK(state_in(service.messages.back()) == 2);
}

TEST_CASE("no press follows one that was cancelled", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::buttons, {});
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected());
    const auto both = [&]() -> awaitable<void> {
        co_await failure_of_press(buttons, hardware_button::lock);
        co_await failure_of_press(buttons, hardware_button::home);
    };
    const auto whole = [&]() -> awaitable<bool> {
        co_await async::race(both(), until_told(service));
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
    CHECK(service.messages.size() == 2);
}

TEST_CASE("a connection that is lost while a button is down is made again to let it go",
          "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service =
        phone.add(coredevice::service::buttons, [](fake_service& self, const auto& what) {
            if (state_in(what) == 1)
                self.hang_up();
        });
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected());
    CHECK_FALSE(run_until_done(context, failure_of_press(buttons, hardware_button::lock)));
    CHECK(service.connections == 2);
    REQUIRE(service.messages.size() == 2);
    CHECK(state_in(service.messages.back()) == 2);
}

TEST_CASE("a connection that is made again inside a press is given time, too", "[coredevice]")
{
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds settle{300};
    boost::asio::io_context context;
    fake_phone phone(context);
    std::vector<clock::time_point> told;
    phone.add(coredevice::service::buttons, [&](fake_service& self, const auto& what) {
        told.push_back(clock::now());
        if (state_in(what) == 1)
            self.hang_up();
    });
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected(), settle);
    CHECK_FALSE(run_until_done(context, failure_of_press(buttons, hardware_button::volume_up)));
    REQUIRE(told.size() == 2);
    CHECK(told[1] - told[0] >= settle);
}

TEST_CASE("a button that was left down is let go before the next press", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::buttons, {});
    const auto down = std::make_shared<std::optional<hardware_button>>(hardware_button::siri);
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected(),
                                         std::chrono::milliseconds(0), down);
    CHECK_FALSE(run_until_done(context, failure_of_press(buttons, hardware_button::lock)));
    REQUIRE(service.messages.size() == 3);
    CHECK(service.messages[0].body == button_message(0xcf, 2));
    CHECK(service.messages[1].body == button_message(0x30, 1));
    CHECK_FALSE(*down);
}

TEST_CASE("a button that was left down is let go by the next connection, or at the end",
          "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::buttons, {});
    const auto down = std::make_shared<std::optional<hardware_button>>(hardware_button::siri);
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected(),
                                         std::chrono::milliseconds(0), down);
    const auto all = [&]() -> awaitable<bool> {
        co_await buttons.warm_up();
        *down = hardware_button::lock;
        co_await buttons.until_let_go();
        co_await buttons.until_let_go();
        co_return true;
    };
    CHECK(run_until_done(context, all()));
    REQUIRE(service.messages.size() == 2);
    CHECK(service.messages[0].body == button_message(0xcf, 2));
    CHECK(service.messages[1].body == button_message(0x30, 2));
}

TEST_CASE("a press that does not arrive is not done, and is let go over another connection at once",
          "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& service = phone.add(coredevice::service::buttons, [](fake_service& self, const auto&) {
        self.acknowledges = self.connections > 1;
    });
    const auto down = std::make_shared<std::optional<hardware_button>>();
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected(),
                                         std::chrono::milliseconds(0), down);
    const auto lost = run_until_done(context, failure_of_press(buttons, hardware_button::lock));
    REQUIRE(lost);
    CHECK(lost->phone == reached::perhaps);
    CHECK(service.aborted);
    CHECK(service.connections == 2);
    REQUIRE(service.messages.size() == 3);
    CHECK(service.messages[2].body == button_message(0x30, 2));
    CHECK_FALSE(*down);
}

TEST_CASE("a press that the stream does not take is never sent later", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& service = phone.add(coredevice::service::buttons, {});
    const auto down = std::make_shared<std::optional<hardware_button>>();
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected(),
                                         std::chrono::milliseconds(0), down);
    CHECK_FALSE(run_until_done(context, failure_of_press(buttons, hardware_button::home)));
    service.deaf = true;
    const auto hears_over_the_next = [&]() -> awaitable<void> {
        while (!service.aborted)
            co_await boost::asio::post(boost::asio::use_awaitable);
        service.deaf = false;
    };
    boost::asio::co_spawn(context, hears_over_the_next(), boost::asio::detached);
    const auto lost = run_until_done(context, failure_of_press(buttons, hardware_button::lock));
    REQUIRE(lost);
    CHECK(lost->phone == reached::perhaps);
    CHECK(service.connections == 2);
    REQUIRE(service.messages.size() == 3); // two of the press before
    CHECK(service.messages[2].body == button_message(0x30, 2));
    CHECK_FALSE(*down);
}

TEST_CASE("a press whose connection ends with it may have been lost", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add(coredevice::service::buttons, [](fake_service& self, const auto& what) {
        if (state_in(what) == 2)
            self.hang_up();
    });
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected());
    const auto lost = run_until_done(context, failure_of_press(buttons, hardware_button::home));
    REQUIRE(lost);
    CHECK(lost->phone == reached::perhaps);
}

TEST_CASE("a button that was never told goes down nowhere", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    coredevice::hardware_buttons buttons(context.get_executor(), phone.connected());
    const auto missing = run_until_done(context, failure_of_press(buttons, hardware_button::home));
    REQUIRE(missing);
    CHECK(missing->phone == reached::nothing);
    CHECK(missing->cause == "service_missing");
}

} // namespace thimble::tests
