// The driver in a receipt is the one that has served the command, also where it has gone by the
// end.
#include "tests/daemon/execution/executor_fixture.hpp"

namespace thimble::daemon {

namespace {

using device::capability;

const link::tap tap_on_it{.x = 310, .y = 672};

struct served_phone : executor_fixture {
    served_phone()
    {
        phone->told.panel = screen::pixel_size{.width = 310, .height = 672}; // quickly captured
        phone->driver = "coredevice";
    }

    void driver_goes()
    {
        phone->offered.clear();
        phone->driver = {};
    }
};

} // namespace

TEST_CASE_METHOD(served_phone, "a picture is signed by the driver that has taken it", "[daemon]")
{
    phone->captures_hang_from = 1;
    const auto picture = begin(command("a", link::screenshot{}));
    run_until([&] { return phone->captures == 1; });
    const bool another_comes = GENERATE(false, true);
    driver_goes();
    if (another_comes) {
        phone->offered = {capability::frame};
        phone->driver = "webdriveragent";
    }
    phone->let_go();
    const auto result = end(picture);
    CHECK(result.outcome == link::outcome::done);
    REQUIRE(result.receipt);
    CHECK(result.receipt->driver == "coredevice");
}

TEST_CASE_METHOD(served_phone,
                 "whoever shares a picture is told who has taken it, whoever would take one now",
                 "[daemon]")
{
    phone->captures_hang_from = 1;
    const auto first = begin(command("a", link::screenshot{}));
    run_until([&] { return phone->captures == 1; });
    phone->driver = "webdriveragent";
    const auto second = begin(command("b", link::screenshot{}));
    phone->let_go();
    CHECK(end(first).receipt->driver == "coredevice");
    const auto shared = end(second);
    REQUIRE(phone->captures == 1);
    CHECK(shared.receipt->driver == "coredevice");
}

TEST_CASE_METHOD(served_phone, "an input is signed by the driver that had it", "[daemon]")
{
    phone->touches_hang = true;
    const auto touch = begin(command("a", tap_on_it));
    driver_goes();
    phone->let_go();
    const auto result = end(touch);
    CHECK(result.outcome == link::outcome::done);
    REQUIRE(result.receipt);
    CHECK(result.receipt->driver == "coredevice");
}

TEST_CASE_METHOD(served_phone,
                 "an input is signed by the driver that did it in the end",
                 "[daemon]")
{
    phone->notes.note(capability::touch, "screenshotr"); // before this command
    phone->touches_hang = true;
    const auto touch = begin(command("a", tap_on_it));
    const bool runner_did_it = GENERATE(false, true);
    if (runner_did_it)
        phone->notes.note(capability::touch, "webdriveragent");
    phone->notes.note(capability::buttons, "screenshotr"); // by some other command
    driver_goes();
    phone->let_go();
    const auto result = end(touch);
    REQUIRE(result.receipt);
    CHECK(result.receipt->driver == (runner_did_it ? "webdriveragent" : "coredevice"));
}

TEST_CASE_METHOD(served_phone, "a failure names the driver that has tried it", "[daemon]")
{
    phone->touches_hang = true;
    const auto touch = begin(command("a", tap_on_it));
    driver_goes();
    phone->detach();
    const auto result = end(touch);
    CHECK(result.outcome == link::outcome::unknown);
    REQUIRE(result.receipt);
    CHECK(result.receipt->driver == "coredevice");
}

TEST_CASE_METHOD(served_phone, "what was never sent has no driver", "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("a", tap_on_it));
    const auto second = begin(command("b", tap_on_it));
    executor.cancel("b");
    CHECK_FALSE(end(second).receipt);
    phone->let_go();
    end(first);
}

} // namespace thimble::daemon
