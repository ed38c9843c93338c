// Apps that are not ended through the tunnel.
#include "device/coredevice/driver/tunnel_launcher.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

TEST_CASE("what the phone is driven with is not ended through the tunnel", "[coredevice]")
{
    boost::asio::io_context context;
    device::coredevice::tunnel_options options;
    options.home = context.get_executor();
    options.gone = []() -> boost::asio::awaitable<bool> { co_return false; };
    device::coredevice::tunnel_keeper closed(std::move(options));
    device::coredevice::tunnel_launcher launcher(closed);
    const auto cause_of_ending = [&](const char* app) {
        const auto ended = run_until_done(context, launcher.terminate(app));
        return ended ? "" : ended.error().cause;
    };
    CHECK(cause_of_ending("com.apple.springboard") == "app_is_needed");
    CHECK(cause_of_ending("com.facebook.WebDriverAgentRunner.xctrunner") == "app_is_needed");
    CHECK(cause_of_ending("com.example.notes") == "tunnel_lost");
}

} // namespace thimble::tests
