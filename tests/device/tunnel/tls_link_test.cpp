// TLS on a descriptor, and a tunnel over it, as with a phone.
#include "device/tunnel/phone_tunnel.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/device/tunnel/scripted_link.hpp"
#include "tests/device/tunnel/tls_ends.hpp"
#include "tests/device/tunnel/tunnel_phone.hpp"

#include <boost/asio/detached.hpp>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// The failure of start_tls() with that identity, when `act` happens at the phone's end.
template <class Act>
device::failure tls_failure(const tunnel::tls_identity& as,
                            Act act,
                            std::chrono::steady_clock::duration limit = 20s)
{
    asio::io_context context(1);
    tls_phone phone(context);
    auto connection = phone.take_connection(as);
    act(phone);
    const auto opened = run_until_done(context, tunnel::start_tls(std::move(connection), limit));
    REQUIRE_FALSE(opened);
    return opened.error();
}

} // namespace

TEST_CASE("a tunnel runs over TLS with the certificates of a pair record", "[tunnel]")
{
    asio::io_context context(1);
    tls_phone phone(context);
    std::shared_ptr<tunnel_phone> end;
    asio::co_spawn(
        context,
        [&]() -> asio::awaitable<void> {
            auto stream = co_await phone.accept();
            REQUIRE(stream);
            end = std::make_shared<tunnel_phone>(context.get_executor(), std::move(stream));
            end->services[7] = echo;
            end->start();
        },
        asio::detached);
    const auto whole = [&]() -> asio::awaitable<bool> {
        auto link = co_await tunnel::start_tls(phone.take_connection(new_identity()), 20s);
        REQUIRE(link);
        auto open = co_await tunnel::phone_tunnel::open(std::move(*link));
        REQUIRE(open);
        auto stream = co_await (*open)->connect(7);
        REQUIRE(stream);
        const auto bytes = countable_bytes(200'000);
        REQUIRE(co_await (*stream)->write(bytes));
        std::vector<std::byte> back(bytes.size());
        for (std::size_t at = 0; at < back.size();) {
            const auto count = co_await (*stream)->read_some(std::span(back).subspan(at));
            REQUIRE(count);
            at += *count;
        }
        CHECK(back == bytes);
        end->hang_up();
        CHECK((co_await (*open)->ended()).cause == "tunnel_lost");
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

TEST_CASE("a pair record without usable certificates opens no connection", "[tunnel]")
{
    const auto failed =
        tls_failure({.certificate = "none", .private_key = "none"}, [](tls_phone&) {});
    CHECK(failed.cause == "tls_failed");
    CHECK(failed.message.find("none") == std::string::npos);
}

TEST_CASE("a phone that hangs up opens no connection", "[tunnel]")
{
    CHECK(tls_failure(new_identity(), [](tls_phone& phone) { phone.hang_up(); }).cause ==
          "tls_failed");
}

TEST_CASE("a phone that does not answer opens no connection in time", "[tunnel]")
{
    CHECK(tls_failure(new_identity(), [](tls_phone&) {}, 50ms).what == device::problem::timed_out);
}

} // namespace thimble::tests
