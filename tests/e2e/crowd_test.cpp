// Many clients at once: none is turned away, no phone is neglected, and none costs a phone its
// connection.
#include "tests/catch2.hpp"
#include "tests/e2e/crowd.hpp"
#include "tests/e2e/descriptors.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <boost/asio/io_context.hpp>

#include <sys/select.h>

namespace thimble::e2e {

namespace {

namespace asio = boost::asio;

constexpr auto longest_crowd = 60s;

/// Connections that say nothing, all at once.
std::vector<asio::ip::tcp::socket>
connect_many(asio::io_context& home, std::uint16_t port, std::size_t count)
{
    const asio::ip::tcp::endpoint server(asio::ip::address_v4::loopback(), port);
    std::vector<asio::ip::tcp::socket> out;
    for (std::size_t i = 0; i < count; ++i)
        out.emplace_back(home).connect(server);
    return out;
}

} // namespace

TEST_CASE("a crowd of clients taps on all phones alike, and each tap is made once", "[e2e][linked]")
{
    constexpr std::size_t phone_count = 4;
    constexpr std::size_t clients_of_each_phone = 15;
    constexpr std::size_t wanted_taps = 600;
    const virtual_phones phones(
        {.phones = std::vector<std::string>(phone_count, "iPhone 15 Pro,ios=18.5"),
         .device_time = "0"});
    const thimble_system daemon(phones);
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < phone_count; ++i) {
        REQUIRE(daemon.until_ready(phones.at(i), ready_limit));
        phones.at(i).make("open", {{"bundle_id", "com.thimble.sketch"}});
        ids.push_back(daemon.id_of(phones.at(i)));
    }

    asio::io_context context(1);
    crowd all(context, {daemon.port(), daemon.key(), ids}, clients_of_each_phone);
    all.start([&] { return all.seen().all_taps() < wanted_taps; });
    context.run_for(longest_crowd * slowdown());
    REQUIRE(context.stopped());

    const auto& seen = all.seen();
    for (const auto& each : seen.first_errors)
        UNSCOPED_INFO(each);
    CHECK(seen.errors == 0);
    CHECK(seen.all_taps() >= wanted_taps);
    CHECK(2 * seen.least_taps() >= seen.median_taps());
    for (std::size_t i = 0; i < phone_count; ++i)
        CHECK(phones.at(i).fingers_down().size() == seen.taps[i]);
}

TEST_CASE("a phone comes back while more clients are connected than select can watch", "[e2e]")
{
    constexpr std::size_t clients = FD_SETSIZE + 100;
    const virtual_phones phones;
    const auto phone = phones.at(0);
    REQUIRE(allow_descriptors(256)); // as on a Mac
    const thimble_system daemon(phones);
    REQUIRE(allow_descriptors(2UL * FD_SETSIZE));
    REQUIRE(daemon.until_ready(phone, ready_limit));

    asio::io_context context(1);
    const auto idle = connect_many(context, daemon.port(), clients);
    phone.make("unplug");
    REQUIRE(eventually(
        10s, [&] { return daemon.record_of(phone).at("connection_status") == "offline"; }));
    phone.make("plug");
    REQUIRE(daemon.until_ready(phone, ready_limit));
    CHECK(daemon.api().post("/v1/tap", R"({"x": 310, "y": 700})").status == 200);
}

} // namespace thimble::e2e
