// The question whether a phone sends its screen, asked until it says so.
#include "device/coredevice/driver/video_offer.hpp"
#include "device/coredevice/service_names.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
namespace coredevice = device::coredevice;

std::chrono::steady_clock::duration time_until_offered(fake_phone& phone,
                                                       boost::asio::io_context& context,
                                                       coredevice::offer_pauses between)
{
    auto& host = phone.connected();
    const auto began = std::chrono::steady_clock::now();
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        co_await coredevice::until_video_offered(host, between);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
    return std::chrono::steady_clock::now() - began;
}

} // namespace

TEST_CASE("a phone that does not say whether it streams is asked more and more seldom",
          "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    int asked = 0;
    phone.add(coredevice::service::display,
              [&](fake_service& by, const fake_service::heard_message& what) {
                  if (++asked <= 3)
                      return by.reply(what, {{"CoreDevice.output", xpc::dictionary()}});
                  by.reply(what, {{"CoreDevice.output",
                                   xpc::dictionary{{"supportedFeatures", std::uint64_t{972}}}}});
              });
    const auto took = time_until_offered(
        phone, context, {.look = 100s, .unanswered = 20ms, .longest = 50ms, .denied = 100s});
    CHECK(asked == 4);
    CHECK(took >= 20ms + 40ms + 50ms);
}

TEST_CASE("a phone that denies that it streams is asked again", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    int asked = 0;
    phone.add(coredevice::service::display, [&](fake_service& by,
                                                const fake_service::heard_message& what) {
        const std::uint64_t features = ++asked < 2 ? 0 : 972;
        by.reply(what, {{"CoreDevice.output", xpc::dictionary{{"supportedFeatures", features}}}});
    });
    const auto took = time_until_offered(
        phone, context, {.look = 100s, .unanswered = 100s, .longest = 100s, .denied = 10ms});
    CHECK(asked == 2);
    CHECK(took >= 10ms);
}

} // namespace thimble::tests
