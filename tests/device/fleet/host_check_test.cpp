#include "device/fleet/host_check.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {
namespace {

using device::blocker_code;

/// A machine whose USB and usbmuxd are as the test says.
struct machine {
    struct fake_bus final : device::usb_bus {
        phones now;
        phones find(look how) override
        {
            auto seen = now;
            if (how == look::count)
                seen.forbidden = 0;
            return seen;
        }
    };

    explicit machine(bool mux_named = false)
        : check(context.get_executor(),
                std::make_shared<std::atomic<std::size_t>>(0),
                {.bus = bus, .census = [this] { return at_mux; }, .mux_named = mux_named})
    {
    }

    /// "" or the code of the first blocker after that many looks.
    std::string after(int looks)
    {
        for (int i = 0; i < looks; ++i)
            run_until_done(context, look());
        return check.blockers().empty() ? "" : std::string(to_string(check.blockers()[0].code));
    }

    boost::asio::awaitable<bool> look()
    {
        co_await check.look();
        co_return true;
    }

    boost::asio::io_context context;
    std::shared_ptr<fake_bus> bus = std::make_shared<fake_bus>();
    std::optional<int> at_mux = 0;
    device::host_check check;
};

} // namespace

TEST_CASE("a machine without phones has nothing wrong", "[device]")
{
    machine of;
    CHECK(of.after(5).empty());
    of.at_mux = std::nullopt; // usbmuxd ends with the last phone
    CHECK(of.after(5).empty());
    of.bus->now.attached = 1; // what is wrong with a phone is found by the same looks
    CHECK(of.after(5) == "USBMUXD_NOT_RUNNING");
}

TEST_CASE("a usbmuxd that is silent is missed as soon as a phone is there", "[device]")
{
    machine of;
    of.at_mux = std::nullopt;
    of.bus->now.attached = 1;
    CHECK(of.after(1) == "USBMUXD_NOT_RUNNING");
    of.at_mux = 1;
    CHECK(of.after(1).empty());
}

TEST_CASE("a usbmuxd that the environment names has to be there", "[device]")
{
    machine of(true);
    of.at_mux = std::nullopt;
    CHECK(of.after(1) == "USBMUXD_NOT_RUNNING");
}

TEST_CASE("usbmuxd is given time to take a new phone", "[device]")
{
    machine of;
    of.bus->now = {.attached = 1, .forbidden = 0};
    CHECK(of.after(2).empty());
    CHECK(of.after(1) == "USBMUXD_NOT_RUNNING");
    const auto remedy = of.check.blockers()[0].remedy;
    CHECK(remedy.contains("nlock the phone")); // a locked one may refuse the computer
    CHECK(remedy.contains("unplug"));
    of.at_mux = 1;
    CHECK(of.after(1).empty());
}

TEST_CASE("a phone that may not be opened is a matter of permission", "[device]")
{
    machine of;
    of.bus->now = {.attached = 2, .forbidden = 1};
    of.at_mux = 1;
    CHECK(of.after(3) == "USB_PERMISSION");
    const auto since = of.check.blockers()[0].since;
    CHECK(of.after(1) == "USB_PERMISSION");
    CHECK(of.check.blockers()[0].since == since);
}

} // namespace thimble::tests
