// Facts of a phone that are kept up to date while its tunnel is open.
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/coredevice/driver/tunnel_facts.hpp"
#include "device/coredevice/service_names.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

namespace {

using namespace std::chrono_literals;
namespace coredevice = device::coredevice;

/// Answers each question about the phone itself.
void tell(fake_service& self, const fake_service::heard_message& what)
{
    const xpc::dictionary panel{
        {"displayId", std::int64_t{1}},
        {"nativeSize", xpc::array{1'170.0, 2'532.0}},
        {"currentMode", xpc::dictionary{{"size", xpc::array{1'170.0, 2'532.0}}}},
        {"pointScale", 3.0},
        {"currentOrientation", "rot90"}};
    if (feature_of(what).ends_with("getdisplayinfo"))
        self.reply(what, {{"CoreDevice.output", xpc::dictionary{{"displays", xpc::array{panel}},
                                                                {"backlightState", "off"}}}});
    else
        self.reply(what, {{"CoreDevice.output", xpc::dictionary{{"marketingName", "iPhone 17e"}}}});
}

} // namespace

TEST_CASE("a phone's name and display are asked for while it is driven by its services alone",
          "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add(coredevice::service::device_info, tell);
    int changes = 0;
    coredevice::tunnel_facts facts({.alone = [] { return true; },
                                    .changed = [&changes] { ++changes; },
                                    .lock_changed = [] {}});
    auto& host = phone.connected();
    const auto told = [&]() -> boost::asio::awaitable<void> {
        while (changes < 2)
            co_await async::sleep_for(1ms);
    };
    const auto until_told = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(facts.follow(host), told());
        co_return true;
    };
    CHECK(run_until_done(context, until_told()));
    CHECK(facts.marketing_name() == "iPhone 17e");
    REQUIRE(facts.panel());
    CHECK(facts.panel()->rotation == "rot90");
    CHECK(facts.panel()->point_scale == 3.0);
    CHECK(facts.panel()->lit == false);
}

} // namespace thimble::tests
