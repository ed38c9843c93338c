// Our TCP against the kernel's, through a TUN device in a network namespace of the test's own.
#include "tests/catch2.hpp"
#include "tests/device/tunnel/kernel_peer.hpp"
#include "tests/device/tunnel/scripted_link.hpp"

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using tunnel::tcp_end;

constexpr std::size_t few_megabytes = 3U << 20U;

/// Runs `body(network)` where there can be one.
template <class Body>
void with_kernel(Body body)
{
    const auto network = own_network::make(16'000);
    if (!network) {
        WARN("skipped: the kernel's TCP needs root and /dev/net/tun (" << network.error() << ")");
        return;
    }
    body(*network);
}

bool transfers_both_ways(kernel_peer& peer)
{
    peer.we_write = countable_bytes(few_megabytes);
    peer.kernel_writes = countable_bytes(few_megabytes + 1'000);
    if (!peer.until([&] {
            return peer.we_read.size() == few_megabytes + 1'000 &&
                   peer.kernel_read.size() == few_megabytes;
        }))
        return false;
    return peer.we_read == countable_bytes(few_megabytes + 1'000) &&
           peer.kernel_read == countable_bytes(few_megabytes);
}

} // namespace

TEST_CASE("the kernel takes and gives megabytes", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {});
        CHECK(transfers_both_ways(peer));
    });
}

TEST_CASE("the kernel takes and gives megabytes over a link with faults", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {});
        peer.faults = {.loss = 2, .doubled = 2, .late = 5};
        CHECK(transfers_both_ways(peer));
    });
}

TEST_CASE("the kernel stops when we do not read, and goes on", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {.receive_window = 200'000});
        peer.we_take = false;
        peer.kernel_writes = countable_bytes(2 * few_megabytes);
        REQUIRE(peer.until([&] { return peer.ours.readable() > 150'000 && peer.kernel_blocks; }));
        peer.run_for(700ms); // the kernel asks for the window meanwhile
        CHECK(peer.ours.readable() <= 200'000);
        peer.we_take = true;
        REQUIRE(peer.until([&] { return peer.we_read.size() == 2 * few_megabytes; }));
        CHECK(peer.we_read == countable_bytes(2 * few_megabytes));
    });
}

TEST_CASE("we stop when the kernel's program does not read, and go on", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {});
        peer.kernel_takes = false;
        peer.we_write = countable_bytes(4 * few_megabytes);
        peer.run_for(1'500ms); // we ask for the window meanwhile
        CHECK(peer.ours.end() == tcp_end::none);
        CHECK_FALSE(peer.we_write.empty());
        peer.kernel_takes = true;
        REQUIRE(peer.until([&] { return peer.kernel_read.size() == 4 * few_megabytes; }));
        CHECK(peer.kernel_read == countable_bytes(4 * few_megabytes));
    });
}

TEST_CASE("the kernel and we end in order, whoever begins", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {});
        peer.we_write = countable_bytes(10'000);
        REQUIRE(peer.until([&] { return peer.kernel_read.size() == 10'000; }));
        SECTION("we do")
        {
            peer.ours.shut_writing();
            REQUIRE(peer.until([&] { return peer.kernel_input_ended; }));
            peer.end_kernel_writing();
        }
        SECTION("the kernel does")
        {
            peer.end_kernel_writing();
            REQUIRE(peer.until([&] { return peer.ours.input_ended(); }));
            peer.ours.shut_writing();
        }
        CHECK(peer.until([&] { return peer.ours.end() == tcp_end::closed; }));
    });
}

TEST_CASE("the kernel and we reset each other", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {});
        peer.we_write = countable_bytes(10'000);
        REQUIRE(peer.until([&] { return peer.kernel_read.size() == 10'000; }));
        SECTION("we do")
        {
            peer.ours.abort(std::chrono::steady_clock::now());
            REQUIRE(peer.until([&] { return peer.kernel_error != 0; }));
            CHECK(peer.kernel_error == ECONNRESET);
        }
        SECTION("the kernel does")
        {
            peer.reset_from_kernel();
            REQUIRE(peer.until([&] { return peer.ours.end() != tcp_end::none; }));
            CHECK(peer.ours.end() == tcp_end::reset);
        }
    });
}

TEST_CASE("the kernel refuses a port that nothing listens on", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {}, false);
        REQUIRE(peer.until([&] { return peer.ours.end() != tcp_end::none; }));
        CHECK(peer.ours.end() == tcp_end::refused);
    });
}

TEST_CASE("the kernel answers when it is asked whether it lives", "[tunnel]")
{
    with_kernel([](const own_network& network) {
        kernel_peer peer(network, {.keep_alive_after = 100ms, .dead_after = 20s});
        REQUIRE(peer.until([&] { return peer.ours.open(); }));
        peer.run_for(1s);
        CHECK(peer.ours.open());
    });
}

} // namespace thimble::tests
