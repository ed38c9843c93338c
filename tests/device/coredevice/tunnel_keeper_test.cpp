// The last attempt at a tunnel, as its keeper tells of it.
#include "async/sleep.hpp"
#include "device/coredevice/driver/tunnel_keeper.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

TEST_CASE("an attempt at a tunnel is no tunnel, however long it took", "[coredevice]")
{
    using namespace std::chrono_literals;
    using connection = device::result<device::tunnel::service_connection>;
    boost::asio::io_context context;
    device::coredevice::tunnel_keeper keeper(
        {.home = context.get_executor(),
         .connect = []() -> boost::asio::awaitable<connection> {
             co_await async::sleep_for(20ms);
             co_return std::unexpected(
                 device::failure{.what = device::problem::timed_out, .message = {}, .cause = {}});
         },
         .host = {},
         .gone = []() -> boost::asio::awaitable<bool> { co_return false; },
         .alone = [] { return true; },
         .changed = [] {},
         .lock_changed = [] {},
         .called = {}});
    const auto why = run_until_done(context, keeper.live());
    CHECK(why.what == device::problem::timed_out);
    CHECK(keeper.lasted() == 0ms);
    CHECK_FALSE(keeper.is_open());
}

} // namespace thimble::tests
