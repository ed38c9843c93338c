// Ends of tunnels, and tunnels that do not begin.
#include "tests/device/tunnel/open_tunnel.hpp"
#include "tests/device/tunnel/scripted_link.hpp"

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// Failure of the opening when the phone's end is changed by `change`.
template <class Change>
device::failure opening_fails(Change change)
{
    asio::io_context context(1);
    tunnel_ends ends(context);
    change(*ends.phone);
    ends.phone->start();
    auto opened = run_until_done(
        context, tunnel::phone_tunnel::open(std::move(ends.host), {.handshake_limit = 20s}));
    REQUIRE_FALSE(opened);
    return opened.error();
}

} // namespace

TEST_CASE("everything ends with the link, and says so", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        auto stream = co_await open.connect(tunnel_echo_port);
        REQUIRE(stream);
        const auto opener = open.opener();
        phone.hang_up();
        const auto why = co_await open.ended();
        CHECK(why.cause == "tunnel_lost");
        CHECK(co_await error_of_read(**stream) == asio::error::network_down);
        CHECK((co_await (*stream)->write(countable_bytes(1))).error() == asio::error::network_down);
        const auto another = co_await opener(tunnel_echo_port);
        REQUIRE_FALSE(another);
        CHECK(another.error().cause == "tunnel_lost");
        CHECK_FALSE(open.is_open());
    });
}

TEST_CASE("streams outlive the tunnel", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto&) -> asio::awaitable<void> {
        auto stream = co_await open.connect(tunnel_echo_port);
        REQUIRE(stream);
        open.close();
        CHECK(co_await error_of_read(**stream) == asio::error::network_down);
    });
}

TEST_CASE("what is no packet ends the tunnel", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        phone.send_raw(std::vector<std::byte>(100, std::byte{0x45}));
        const auto why = co_await open.ended();
        CHECK(why.cause == "tunnel_lost");
    });
}

TEST_CASE("packets that are not for us are dropped", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        std::vector<std::byte> stray(60);
        stray[0] = std::byte{0x60};
        stray[5] = std::byte{20};
        stray[6] = std::byte{58}; // ICMPv6
        phone.send_raw(stray);
        auto stream = co_await open.connect(tunnel_echo_port);
        REQUIRE(stream);
        REQUIRE(co_await (*stream)->write(countable_bytes(10)));
        CHECK(co_await read_count(**stream, 10) == countable_bytes(10));
    });
}

TEST_CASE("a silent phone ends the tunnel in time", "[tunnel]")
{
    tunnel::tunnel_settings settings;
    settings.tcp.keep_alive_after = 50ms;
    settings.tcp.dead_after = 150ms;
    with_tunnel(settings, [](auto& open, auto& phone) -> asio::awaitable<void> {
        auto stream = co_await open.connect(tunnel_echo_port);
        REQUIRE(stream);
        phone.silent = true;
        const auto why = co_await open.ended();
        CHECK(why.message == "The tunnel to the phone has ended (the phone is silent).");
    });
}

TEST_CASE("an answer that cannot be used opens no tunnel", "[tunnel]")
{
    CHECK(opening_fails([](auto& phone) { phone.answer = "{}"; }).cause == "malformed_answer");
    CHECK(opening_fails([](auto& phone) { phone.header = "SomeThing"; }).cause ==
          "malformed_answer");
    CHECK(opening_fails([](auto& phone) { phone.hang_up(); }).cause == "tunnel_refused");
    CHECK(opening_fails([](auto& phone) {
              phone.answer.replace(phone.answer.find("16000"), 5, "16001");
          }).cause == "malformed_answer");
}

} // namespace thimble::tests
