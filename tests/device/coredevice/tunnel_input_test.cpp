// Touches, keys and texts before they reach a tunnel.
#include "device/coredevice/driver/driver.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
using device::problem;
using device::reached;

/// A driver whose tunnel is not open.
struct closed_driver {
    boost::asio::io_context context;
    std::optional<coredevice::driver> driver;
    std::optional<bool> wants_passcode;

    closed_driver()
    {
        coredevice::tunnel_options options;
        options.home = context.get_executor();
        options.gone = []() -> boost::asio::awaitable<bool> { co_return false; };
        options.alone = [] { return true; };
        options.wants_passcode = [this]() -> boost::asio::awaitable<std::optional<bool>> {
            co_return wants_passcode;
        };
        driver.emplace(std::move(options));
    }

    template <class Value>
    device::failure failure_of(boost::asio::awaitable<device::result<Value>> what)
    {
        const auto done = run_until_done(context, std::move(what));
        REQUIRE_FALSE(done);
        CHECK(done.error().phone == reached::nothing);
        return done.error();
    }
};

} // namespace

TEST_CASE_METHOD(closed_driver,
                 "without a tunnel nothing is offered, and nothing sent",
                 "[coredevice]")
{
    using device::capability;
    for (const auto each : {capability::touch, capability::keys, capability::text})
        CHECK_FALSE(driver->offers(each));
    const auto tap = gesture::tap({.x = 1, .y = 1});
    const screen::interface shown{.size = {.width = 400, .height = 800}, .turned = {}};
    CHECK(failure_of(driver->touches().play(tap, shown)).cause == "tunnel_lost");
    CHECK(failure_of(driver->keys().press({.usage = 4})).cause == "tunnel_lost");
    CHECK(failure_of(driver->typing().type("a")).cause == "tunnel_lost");
    CHECK(driver->touches().when_cancelled() == device::on_cancel::lifted);
}

TEST_CASE_METHOD(closed_driver,
                 "what is on no key, or takes too long, has to be pasted",
                 "[coredevice]")
{
    const auto foreign = failure_of(driver->typing().type("caf\xC3\xA9 secret"));
    CHECK(foreign.what == problem::unsupported);
    CHECK(foreign.cause == "needs_pasting");
    CHECK_FALSE(foreign.message.contains("secret"));
    CHECK(failure_of(driver->typing().type(std::string(5'000, 'a'))).cause == "needs_pasting");
    CHECK(failure_of(driver->typing().focused_text()).what == problem::unsupported);
}

TEST_CASE_METHOD(closed_driver, "keys are checked without being pressed", "[coredevice]")
{
    CHECK(run_until_done(context, driver->keys().check({.usage = 4, .modifiers = 15})));
    CHECK(failure_of(driver->keys().check({.usage = 0x1FF})).cause == "key_missing");
}

TEST_CASE_METHOD(closed_driver, "a lock is told by the passcode that is wanted", "[coredevice]")
{
    const auto locked = [&] { return run_until_done(context, driver->lock().locked()).value(); };
    wants_passcode = true;
    CHECK(locked());
    wants_passcode = false;
    CHECK_FALSE(locked());
    wants_passcode = std::nullopt; // it has none, and its display tells nothing
    const auto untold = failure_of(driver->lock().locked());
    CHECK(untold.cause == device::lock_not_told);
    CHECK(untold.what == problem::unsupported);
    CHECK(failure_of(driver->lock().lock()).cause == "tunnel_lost");
    CHECK(failure_of(driver->lock().wake()).cause == "tunnel_lost");
}

TEST_CASE_METHOD(closed_driver, "a gesture that no touchscreen can play is refused", "[coredevice]")
{
    gesture::touch_path six;
    six.contacts.assign(6, gesture::tap({.x = 1, .y = 1}).contacts.front());
    const screen::interface shown{.size = {.width = 400, .height = 800}, .turned = {}};
    CHECK(failure_of(driver->touches().play(six, shown)).what == problem::unsupported);
}

} // namespace thimble::tests
