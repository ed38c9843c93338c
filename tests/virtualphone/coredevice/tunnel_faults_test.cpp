// Faults of a tunnel, made on purpose, and the host's real side under them: it never waits for
// ever, and a new tunnel works once the fault has gone.
#include "device/coredevice/device_info.hpp"
#include "device/coredevice/pasteboard.hpp"
#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"

namespace thimble::tests {
namespace {

namespace host = device::coredevice;

/// A question whose answer needs one message of the service.
device::result<host::xpc::value> question(tunnelled_phone& desk, std::chrono::milliseconds within)
{
    return desk.ask(
        desk.services().invoke("com.apple.coredevice.deviceinfo",
                               {.feature = "com.apple.coredevice.feature.getdisplayinfo"}, within));
}

/// Fails within the limit while the fault is there, and succeeds at once when it has gone.
void check_fault(tunnelled_phone& desk, const std::string& service, const std::string& kind)
{
    INFO(service << " " << kind);
    REQUIRE(question(desk, 10s));
    desk.spoil(service, kind);
    const auto spoilt = question(desk, 700ms);
    CHECK_FALSE(spoilt);
    desk.phone().clear_faults();
    if (!desk.tunnel().is_open())
        REQUIRE(desk.connect());
    CHECK(question(desk, 10s));
}

} // namespace

TEST_CASE("garbage, cuts and silence in a tunnel end a question, and not the host", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    check_fault(desk, "tunnel", "cut");
    check_fault(desk, "tunnel", "corrupt");
    check_fault(desk, "tunnel.tcp", "cut");
    check_fault(desk, "tunnel.tcp", "hang");
    check_fault(desk, "tunnel.http2", "corrupt");
    check_fault(desk, "tunnel.http2", "cut");
    check_fault(desk, "tunnel.xpc", "corrupt");
    check_fault(desk, "tunnel.xpc", "error");
    check_fault(desk, "tunnel.xpc", "hang");
    check_fault(desk, "deviceinfo", "hang");
    check_fault(desk, "deviceinfo", "cut");
    check_fault(desk, "deviceinfo", "error");
}

TEST_CASE("a wrong checksum costs a moment and no answer", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    REQUIRE(question(desk, 10s));
    desk.spoil("tunnel.tcp", "corrupt");
    CHECK(question(desk, 10s));
}

TEST_CASE("a tunnel that stalls is noticed", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    REQUIRE(question(desk, 10s));
    desk.spoil("tunnel", "hang");
    CHECK_FALSE(question(desk, 500ms));
    desk.phone().clear_faults();
    REQUIRE(desk.connect());
    CHECK(question(desk, 10s));
}

TEST_CASE("a window that stays closed ends what is to be sent", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    REQUIRE(question(desk, 10s));
    desk.spoil("tunnel.window", "hang", -1);
    const auto sent = question(desk, 700ms);
    REQUIRE_FALSE(sent);
    CHECK(sent.error().what == device::problem::timed_out);
}

TEST_CASE("a handshake that goes wrong is no tunnel", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    for (const auto* kind : {"corrupt", "cut"}) {
        INFO(kind);
        desk.spoil("tunnel.handshake", kind);
        CHECK_FALSE(desk.connect());
    }
    desk.spoil("tunnel", "refuse");
    CHECK_FALSE(desk.connect());
    desk.spoil("rsd", "corrupt");
    CHECK_FALSE(desk.connect());
    CHECK(desk.connect());
}

TEST_CASE("a phone that has lost a tunnel may refuse the next for a while", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    REQUIRE(desk.connect());
    desk.spoil("tunnel.churn", "refuse", 1, 1'000);
    desk.tunnel().close();
    CHECK_FALSE(desk.connect());
    bool back = false;
    const auto deadline = std::chrono::steady_clock::now() + 10s * e2e::slowdown();
    while (!back && std::chrono::steady_clock::now() < deadline) {
        desk.context().restart();
        desk.context().run_for(100ms);
        back = desk.connect().has_value();
    }
    CHECK(back);
}

TEST_CASE("a phone can be stricter with its hosts than real ones are", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=27");
    desk.spoil("rsd.handshake_required", "error");
    REQUIRE(desk.connect()); // the host's side sends its handshake all the same
    CHECK(question(desk, 10s));
}

} // namespace thimble::tests
