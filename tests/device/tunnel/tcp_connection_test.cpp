// TCP over a link that does as it should: opening, streams both ways, windows, the end.
#include "tests/catch2.hpp"
#include "tests/device/tunnel/scripted_link.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using tunnel::tcp_end;

bool arrived(const link_side& end, std::size_t bytes)
{
    return end.received.size() == bytes;
}

} // namespace

TEST_CASE("a connection is opened with the sizes of both ends", "[tunnel]")
{
    scripted_link link({.most_packet = 16'000});
    std::vector<tunnel::tcp_segment> seen;
    link.decide = [&](bool, const tunnel::tcp_segment& each) {
        seen.push_back(each);
        return std::vector<scripted_link::duration>{1ms};
    };
    REQUIRE(link.open());
    REQUIRE(seen.size() == 3);
    CHECK(seen[0].flags.syn);
    CHECK_FALSE(seen[0].flags.ack);
    CHECK(seen[0].most_bytes == 15'940);
    CHECK(seen[0].window_shift == 7); // 4 MiB are more than 65,535 times 64
    CHECK(seen[0].window == 65'535);
    CHECK(seen[1].flags.syn);
    CHECK(seen[1].flags.ack);
    CHECK(seen[2].acknowledged == 9'001);
    CHECK(seen[2].window == (4U << 20U) >> 7U);
}

TEST_CASE("bytes go both ways at once and stay in order", "[tunnel]")
{
    scripted_link link;
    link.near.to_write = countable_bytes(300'000);
    link.far.to_write = countable_bytes(500'000);
    REQUIRE(link.until([&] { return arrived(link.near, 500'000) && arrived(link.far, 300'000); }));
    CHECK(link.near.received == countable_bytes(500'000));
    CHECK(link.far.received == countable_bytes(300'000));
    CHECK(link.elapsed() < 1s); // no wait was waited for
}

TEST_CASE("what was written is acknowledged once the peer says so", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    CHECK(link.near.connection.all_acknowledged());
    link.decide = [&](bool to_far, const tunnel::tcp_segment&) {
        return to_far ? std::vector<scripted_link::duration>{1ms}
                      : std::vector<scripted_link::duration>{};
    };
    link.near.to_write = countable_bytes(100);
    REQUIRE(link.until([&] { return arrived(link.far, 100); }));
    CHECK_FALSE(link.near.connection.all_acknowledged());
    link.decide = [](bool, const tunnel::tcp_segment&) {
        return std::vector<scripted_link::duration>{1ms};
    };
    CHECK(link.until([&] { return link.near.connection.all_acknowledged(); }));
}

TEST_CASE("a peer that has put off its acknowledgement gives it when it is asked", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    const auto at_once = std::vector<scripted_link::duration>{1ms};
    const auto lost = std::vector<scripted_link::duration>{};
    link.decide = [&](bool to_far, const tunnel::tcp_segment&) { return to_far ? at_once : lost; };
    link.near.to_write = countable_bytes(100);
    REQUIRE(link.until([&] { return arrived(link.far, 100); }));
    link.decide = [&](bool, const tunnel::tcp_segment&) { return at_once; };
    link.near.connection.ask_for_acknowledgement();
    const auto asked = link.elapsed();
    CHECK(link.until([&] { return link.near.connection.all_acknowledged(); }));
    CHECK(link.elapsed() - asked <= 3ms); // there and back, on the link's own clock
}

TEST_CASE("numbers begin anew in the middle of a stream", "[tunnel]")
{
    scripted_link link({.near_first = 0xffff'ff00, .far_first = 0xffff'0000});
    link.near.to_write = countable_bytes(200'000);
    link.far.to_write = countable_bytes(200'000);
    REQUIRE(link.until([&] { return arrived(link.near, 200'000) && arrived(link.far, 200'000); }));
    CHECK(link.near.received == link.far.received);
}

TEST_CASE("no segment is longer than the peer wants it", "[tunnel]")
{
    scripted_link link({.most_packet = 1'280});
    std::size_t longest = 0;
    link.decide = [&](bool, const tunnel::tcp_segment& each) {
        longest = std::max(longest, each.payload.size());
        return std::vector<scripted_link::duration>{1ms};
    };
    link.near.to_write = countable_bytes(50'000);
    REQUIRE(link.until([&] { return arrived(link.far, 50'000); }));
    CHECK(longest == 1'220);
}

TEST_CASE("two who open at once have one connection", "[tunnel]")
{
    scripted_link link({.both_open = true});
    link.near.to_write = countable_bytes(5'000);
    link.far.to_write = countable_bytes(6'000);
    REQUIRE(link.until([&] { return arrived(link.near, 6'000) && arrived(link.far, 5'000); }));
    CHECK(link.elapsed() < 1s);
}

TEST_CASE("a stream ends one way and goes on the other way", "[tunnel]")
{
    scripted_link link;
    link.near.to_write = countable_bytes(100);
    link.near.shuts_writing = true;
    REQUIRE(link.until([&] { return link.far.connection.input_ended(); }));
    CHECK(arrived(link.far, 100));
    link.far.to_write = countable_bytes(100'000);
    link.far.shuts_writing = true;
    REQUIRE(link.until([&] { return link.near.connection.end() == tcp_end::closed; }));
    CHECK(arrived(link.near, 100'000));
    REQUIRE(link.until([&] { return link.far.connection.over(link.now()); }));
    CHECK(link.far.connection.end() == tcp_end::closed);
    CHECK(link.until([&] { return link.near.connection.over(link.now()); }, 2s));
}

TEST_CASE("both may end at once", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    link.near.shuts_writing = true;
    link.far.shuts_writing = true;
    REQUIRE(link.until([&] {
        return link.near.connection.end() == tcp_end::closed &&
               link.far.connection.end() == tcp_end::closed;
    }));
    CHECK(link.until([&] {
        return link.near.connection.over(link.now()) && link.far.connection.over(link.now());
    }));
}

TEST_CASE("who does not read is not sent more than the window", "[tunnel]")
{
    link_setup setup;
    setup.far.receive_window = 100'000;
    setup.near.send_buffer = 1U << 20U;
    scripted_link link(setup);
    link.far.reads = false;
    link.near.to_write = countable_bytes(300'000);
    REQUIRE(link.open());
    link.run_for(40s); // longer than anything that is dead is waited for
    CHECK(link.near.connection.open());
    CHECK(link.far.connection.readable() <= 100'000);
    CHECK(link.far.connection.readable() > 95'000);
    CHECK(link.packets() < 400); // the window is asked for now and then
    link.far.reads = true;
    REQUIRE(link.until([&] { return arrived(link.far, 300'000); }, 1s));
    CHECK(link.far.received == countable_bytes(300'000));
}

TEST_CASE("a window whose opening is lost is asked for", "[tunnel]")
{
    link_setup setup;
    setup.far.receive_window = 50'000;
    scripted_link link(setup);
    link.far.reads = false;
    link.near.to_write = countable_bytes(80'000);
    REQUIRE(link.open());
    link.run_for(2s);
    link.far.reads = true;
    bool lost = false;
    link.decide = [&](bool to_far, const tunnel::tcp_segment&) {
        if (to_far || std::exchange(lost, true))
            return std::vector<scripted_link::duration>{1ms};
        return std::vector<scripted_link::duration>{};
    };
    REQUIRE(link.until([&] { return arrived(link.far, 80'000); }, 10s));
    CHECK(lost);
}

TEST_CASE("a port that nothing listens on refuses", "[tunnel]")
{
    scripted_link link({.far_listens = false});
    link.run_for(1ms);
    const tunnel::tcp_segment refusal{.source_port = 7'000,
                                      .destination_port = 50'000,
                                      .acknowledged = 1'001,
                                      .flags = {.rst = true, .ack = true}};
    auto stray = refusal;
    stray.acknowledged = 999;
    link.near.connection.take(stray, link.now());
    CHECK(link.near.connection.end() == tcp_end::none);
    link.near.connection.take(refusal, link.now());
    CHECK(link.near.connection.end() == tcp_end::refused);
    CHECK(link.near.connection.over(link.now()));
}

TEST_CASE("nobody answers the opening", "[tunnel]")
{
    scripted_link link({.far_listens = false});
    REQUIRE(link.until([&] { return link.near.connection.end() != tcp_end::none; }));
    CHECK(link.near.connection.end() == tcp_end::unanswered);
    CHECK(link.elapsed() >= 10s);
    CHECK(link.packets() >= 4);
}

} // namespace thimble::tests
