// A connection of the phone's TCP, with a host made of single segments.
#include "tests/catch2.hpp"
#include "virtualphone/tunnel/packets/tcp_connection.hpp"

#include <numeric>

namespace thimble::virtualphone::tests {
namespace {

using namespace tunnel;
using namespace std::chrono_literals;

constexpr std::uint32_t host_first = 0xFFFF'FFF0; // its numbers begin anew soon
constexpr std::uint32_t phone_first = 1'000;
constexpr std::size_t mtu = 1'280;

bytes some_bytes(std::size_t count)
{
    bytes result(count);
    std::iota(result.begin(), result.end(), std::uint8_t{0});
    return result;
}

/// A host that keeps to what it is told to send.
class scripted_host {
public:
    scripted_host()
        : tcp({{}, {}, 80, 50'000, mtu},
              {.sequence = host_first,
               .syn = true,
               .window = 0xFFFF,
               .largest_payload = 1'000,
               .window_shift = 4},
              phone_first,
              now)
    {
    }

    /// The next segment of the phone; an empty option when it has nothing to say.
    std::optional<tcp_packet> hear()
    {
        const auto packet = tcp.next_packet(now);
        if (!packet)
            return std::nullopt;
        CHECK(packet->size() <= mtu);
        kept = *packet;
        auto read = parse_packet(kept);
        REQUIRE(read);
        return read;
    }

    /// With the numbers that are due.
    void say(tcp_segment segment)
    {
        segment.sequence += next;
        segment.acknowledgment = heard;
        segment.ack = true;
        if (segment.window == 0 && !closed)
            segment.window = 0x1000;
        tcp.take(segment, now);
    }

    void open()
    {
        const auto answer = hear();
        REQUIRE(answer);
        next = host_first + 1;
        heard = answer->segment.sequence + 1;
        say({});
        REQUIRE(tcp.established());
    }

    /// All that the phone has to say now, acknowledged.
    bytes listen()
    {
        bytes result;
        while (const auto packet = hear()) {
            REQUIRE(packet->segment.sequence == heard);
            result.insert(result.end(), packet->segment.payload.begin(),
                          packet->segment.payload.end());
            heard += packet->segment.length();
        }
        say({});
        return result;
    }

    tcp_connection::time now{};
    tcp_connection tcp;
    bytes kept;
    std::uint32_t next = host_first;
    std::uint32_t heard = 0;
    bool closed = false; // its window
};

} // namespace

TEST_CASE("the phone answers a SYN with its own sizes", "[virtualphone]")
{
    scripted_host host;
    const auto answer = host.hear();
    REQUIRE(answer);
    CHECK(answer->segment.syn);
    CHECK(answer->segment.ack);
    CHECK(answer->segment.sequence == phone_first);
    CHECK(answer->segment.acknowledgment == host_first + 1);
    CHECK(answer->segment.largest_payload == mtu - 60);
    CHECK(answer->segment.window_shift.has_value());
    CHECK_FALSE(host.hear());
    CHECK_FALSE(host.tcp.established());
}

TEST_CASE("bytes go both ways", "[virtualphone]")
{
    scripted_host host;
    host.open();
    const auto asked = some_bytes(700);
    host.say({.payload = asked});
    CHECK(host.tcp.readable() == 700);
    bytes read(1'000);
    CHECK(host.tcp.read(read) == 700);
    host.next += 700;
    const auto answer = some_bytes(5'000);
    CHECK(host.tcp.write(answer) == 5'000);
    const auto first = host.hear();
    REQUIRE(first);
    CHECK(first->segment.payload.size() == 1'000); // what the host takes at most
    CHECK(first->segment.acknowledgment == host_first + 1 + 700);
    host.heard += 1'000;
    CHECK(host.listen().size() == 4'000);
    CHECK(host.tcp.due() == tcp_connection::time::max()); // nothing is waited for
}

TEST_CASE("what comes twice or too early is not read twice or too early", "[virtualphone]")
{
    scripted_host host;
    host.open();
    const auto content = some_bytes(10);
    host.say({.sequence = 5, .payload = std::span(content).subspan(5)});
    CHECK(host.tcp.readable() == 0);
    const auto asks_again = host.hear();
    REQUIRE(asks_again);
    CHECK(asks_again->segment.acknowledgment == host_first + 1);
    host.say({.payload = std::span(content).first(6)});
    host.say({.sequence = 3, .payload = std::span(content).subspan(3)});
    host.say({.payload = std::span(content).first(4)});
    bytes read(100);
    read.resize(host.tcp.read(read));
    CHECK(read == content);
}

TEST_CASE("a probe of a silent connection is answered", "[virtualphone]")
{
    scripted_host host;
    host.open();
    host.say({.sequence = static_cast<std::uint32_t>(-1)});
    const auto answer = host.hear();
    REQUIRE(answer);
    CHECK(answer->segment.ack);
    CHECK(answer->segment.payload.empty());
    CHECK(answer->segment.acknowledgment == host_first + 1);
    host.say({});
    CHECK_FALSE(host.hear()); // a plain acknowledgment is not
}

TEST_CASE("what is lost is sent again, and a host that never answers is left", "[virtualphone]")
{
    scripted_host host;
    host.open();
    host.tcp.write(some_bytes(100));
    REQUIRE(host.hear());
    CHECK_FALSE(host.hear());
    host.now = host.tcp.due();
    const auto again = host.hear();
    REQUIRE(again);
    CHECK(again->segment.payload.size() == 100);
    CHECK(again->segment.sequence == host.heard);
    for (int times = 0; times < 20 && !host.tcp.broken(); ++times) {
        host.now = std::min(host.tcp.due(), host.now + 1min);
        while (const auto packet = host.hear())
            if (packet->segment.rst)
                break;
    }
    CHECK(host.tcp.broken());
    CHECK(host.tcp.over());
    CHECK(host.now < tcp_connection::time{} + 1min);
}

TEST_CASE("a closed window is asked about, and kept to", "[virtualphone]")
{
    scripted_host host;
    host.open();
    host.closed = true;
    host.say({});
    host.tcp.write(some_bytes(50));
    CHECK_FALSE(host.hear());
    for (int times = 0; times < 30; ++times) { // for as long as the host answers
        REQUIRE(host.tcp.due() != tcp_connection::time::max());
        host.now = host.tcp.due();
        const auto probe = host.hear();
        REQUIRE(probe);
        CHECK(probe->segment.payload.size() == 1);
        host.say({});
    }
    host.closed = false;
    host.say({});
    while (host.hear()) {
    }
    CHECK_FALSE(host.tcp.broken());
}

TEST_CASE("the phone keeps to its own window", "[virtualphone]")
{
    scripted_host host;
    host.open();
    const auto piece = some_bytes(1'000);
    std::uint32_t sent = 0;
    for (std::size_t times = 0; times < 1'200; ++times, sent += 1'000)
        host.say({.sequence = sent, .payload = piece});
    CHECK(host.tcp.readable() == tcp_connection::receive_limit);
    const auto answer = host.hear();
    REQUIRE(answer);
    CHECK(answer->segment.window == 0);
    bytes read(tcp_connection::receive_limit);
    CHECK(host.tcp.read(read) == read.size());
    const auto open = host.hear();
    REQUIRE(open);
    CHECK(open->segment.window > 0);
}

TEST_CASE("a connection ends in either order", "[virtualphone]")
{
    scripted_host host;
    host.open();
    host.tcp.write(some_bytes(10));
    const bool phone_first_to_end = GENERATE(true, false);
    if (phone_first_to_end) {
        host.tcp.close(host.now);
        CHECK(host.listen().size() == 10);
        CHECK_FALSE(host.tcp.over());
        host.say({.fin = true});
        REQUIRE(host.hear());
    } else {
        host.say({.fin = true});
        host.next += 1;
        CHECK(host.tcp.at_end());
        CHECK(host.listen().size() == 10); // its own half goes on
        host.tcp.close(host.now);
        host.listen();
    }
    CHECK(host.tcp.over());
    CHECK_FALSE(host.tcp.broken());
}

TEST_CASE("a reset ends a connection when it is the host's", "[virtualphone]")
{
    scripted_host host;
    host.open();
    host.say({.sequence = 77, .rst = true});
    CHECK_FALSE(host.tcp.broken());
    host.say({.rst = true});
    CHECK(host.tcp.broken());
    CHECK(host.tcp.over());
    CHECK_FALSE(host.hear());
}

TEST_CASE("what nobody will read is refused", "[virtualphone]")
{
    scripted_host host;
    host.open();
    host.tcp.close(host.now);
    host.listen();
    const auto late = some_bytes(3);
    host.say({.payload = late});
    const auto reset = host.hear();
    REQUIRE(reset);
    CHECK(reset->segment.rst);
    CHECK(host.tcp.over());
}

} // namespace thimble::virtualphone::tests
