// TCP over a link that loses, doubles and reorders, and with a peer that resets or falls silent.
#include "tests/catch2.hpp"
#include "tests/device/tunnel/scripted_link.hpp"

#include <random>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using tunnel::tcp_end;
using delays = std::vector<scripted_link::duration>;

bool all_arrived(const scripted_link& link, std::size_t to_near, std::size_t to_far)
{
    return link.near.received.size() == to_near && link.far.received.size() == to_far;
}

/// The segments with payload to the far end, counted from 1.
scripted_link::fate losing(std::function<bool(int)> lost)
{
    return
        [lost = std::move(lost), count = 0](bool to_far, const tunnel::tcp_segment& each) mutable {
            if (to_far && !each.payload.empty() && lost(++count))
                return delays{};
            return delays{scripted_link::usual_delay};
        };
}

struct weather {
    unsigned loss = 0;   // percent
    unsigned copies = 0; // percent
    unsigned reorder = 0;
};

scripted_link::fate random_fate(std::mt19937& random, weather what)
{
    return [&random, what](bool, const tunnel::tcp_segment&) {
        const auto happens = [&](unsigned percent) { return random() % 100 < percent; };
        const auto up_to = [&](unsigned most) {
            return 1ms * static_cast<int>(1 + random() % most);
        };
        delays result;
        if (!happens(what.loss))
            result.push_back(up_to(happens(what.reorder) ? 20 : 1));
        if (happens(what.copies))
            result.push_back(up_to(30));
        return result;
    };
}

} // namespace

TEST_CASE("one segment that is lost comes again without a wait", "[tunnel]")
{
    scripted_link link;
    link.near.to_write = countable_bytes(60'000);
    link.decide = losing([](int nth) { return nth == 10; });
    REQUIRE(link.until([&] { return all_arrived(link, 0, 60'000); }));
    CHECK(link.far.received == countable_bytes(60'000));
    CHECK(link.elapsed() < 100ms); // less than the shortest wait
}

TEST_CASE("many segments that are lost come again one after another", "[tunnel]")
{
    scripted_link link;
    link.near.to_write = countable_bytes(60'000);
    link.decide = losing([](int nth) { return nth > 9 && nth < 40 && nth % 3 != 0; });
    REQUIRE(link.until([&] { return all_arrived(link, 0, 60'000); }));
    CHECK(link.far.received == countable_bytes(60'000));
    CHECK(link.elapsed() < 2s);
}

TEST_CASE("the last segment that is lost comes again after the shortest wait", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    link.near.to_write = countable_bytes(100);
    const auto begun = link.now();
    link.decide = losing([](int nth) { return nth == 1; });
    REQUIRE(link.until([&] { return all_arrived(link, 0, 100); }));
    CHECK(link.now() - begun >= 200ms);
    CHECK(link.now() - begun <= 2s);
}

TEST_CASE("each segment of the opening and the end may be lost", "[tunnel]")
{
    for (int lost = 1; lost <= 10; ++lost) {
        INFO("lost: " << lost);
        scripted_link link;
        link.near.to_write = countable_bytes(100);
        link.near.shuts_writing = link.far.shuts_writing = true;
        int count = 0;
        link.decide = [&](bool, const tunnel::tcp_segment&) {
            return ++count == lost ? delays{} : delays{1ms};
        };
        CHECK(link.until([&] {
            return link.near.connection.over(link.now()) && link.far.connection.over(link.now());
        }));
        CHECK(link.near.connection.end() == tcp_end::closed);
        CHECK(link.far.connection.end() == tcp_end::closed);
        CHECK(all_arrived(link, 0, 100));
    }
}

TEST_CASE("whatever a link does to segments, the bytes are the same", "[tunnel]")
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        link_setup setup;
        setup.near.receive_window = 5'000U << (random() % 8);
        setup.far.receive_window = 5'000U << (random() % 8);
        setup.near.keep_alive_after = setup.far.keep_alive_after = 60s;
        setup.near.dead_after = setup.far.dead_after = 90s;
        setup.near.opening_limit = setup.far.opening_limit = 60s;
        setup.near_first = static_cast<tunnel::sequence>(random());
        setup.far_first = static_cast<tunnel::sequence>(random());
        setup.most_packet = 1'280 + random() % 5'000;
        setup.both_open = random() % 4 == 0;
        scripted_link link(setup);
        const auto to_far = random() % 100'000;
        const auto to_near = random() % 100'000;
        link.near.to_write = countable_bytes(to_far);
        link.far.to_write = countable_bytes(to_near);
        link.near.shuts_writing = link.far.shuts_writing = true;
        link.decide = random_fate(random, {.loss = static_cast<unsigned>(random() % 15),
                                           .copies = static_cast<unsigned>(random() % 20),
                                           .reorder = static_cast<unsigned>(random() % 30)});
        REQUIRE(link.until([&] { return all_arrived(link, to_near, to_far); }, 30min));
        CHECK(link.far.received == countable_bytes(to_far));
        CHECK(link.near.received == countable_bytes(to_near));
        REQUIRE(link.until(
            [&] {
                return link.near.connection.end() != tcp_end::none &&
                       link.far.connection.end() != tcp_end::none;
            },
            30min));
    }
}

TEST_CASE("a silent peer is asked whether it lives", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    const auto before = link.packets();
    link.run_for(60s);
    CHECK(link.near.connection.open());
    CHECK(link.far.connection.open());
    CHECK(link.packets() - before >= 10);
    CHECK(link.packets() - before <= 30);
}

TEST_CASE("a peer that is gone is dead within fifteen seconds", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    const auto begun = link.now();
    SECTION("with nothing to send") {}
    SECTION("with something to send")
    {
        link.near.to_write = countable_bytes(5'000);
    }
    link.far_hears = false;
    link.decide = [](bool to_far, const tunnel::tcp_segment&) {
        return to_far ? delays{1ms} : delays{};
    };
    REQUIRE(link.until([&] { return link.near.connection.end() != tcp_end::none; }));
    CHECK(link.near.connection.end() == tcp_end::timed_out);
    CHECK(link.now() - begun >= 14s);
    CHECK(link.now() - begun <= 15s + 10ms);
}

TEST_CASE("a clock that jumps kills no connection", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    std::vector<std::byte> room(1'400);
    const auto later = link.now() + 10min;
    CHECK(link.near.connection.write_packet(room, later) > 0); // it asks
    CHECK(link.near.connection.end() == tcp_end::none);
}

TEST_CASE("a reset ends a connection only with the exact number", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    tunnel::tcp_segment reset{.source_port = 7'000,
                              .destination_port = 50'000,
                              .number = 9'001 + 5,
                              .flags = {.rst = true}};
    link.near.connection.take(reset, link.now());
    CHECK(link.near.connection.open());
    reset.number = 9'001;
    link.near.connection.take(reset, link.now());
    CHECK(link.near.connection.end() == tcp_end::reset);
}

TEST_CASE("aborting resets the peer", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    link.far.to_write = countable_bytes(2'000);
    REQUIRE(link.until([&] { return all_arrived(link, 2'000, 0); }));
    link.near.connection.abort(link.now());
    REQUIRE(link.until([&] { return link.far.connection.end() != tcp_end::none; }));
    CHECK(link.far.connection.end() == tcp_end::reset);
    CHECK(link.near.connection.over(link.now()));
}

TEST_CASE("who has closed takes no more bytes", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    link.near.connection.write(countable_bytes(10'000));
    link.near.connection.close(link.now());
    REQUIRE(link.until([&] { return all_arrived(link, 0, 10'000); }));
    CHECK(link.far.connection.input_ended());
    link.far.to_write = countable_bytes(10);
    REQUIRE(link.until([&] { return link.far.connection.end() == tcp_end::reset; }));
    CHECK(link.near.connection.over(link.now()));
}

TEST_CASE("who has closed waits a few seconds for the peer's end", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    link.near.connection.close(link.now());
    const auto begun = link.now();
    REQUIRE(link.until([&] { return link.near.connection.over(link.now()); }));
    CHECK(link.now() - begun >= 5s);
    CHECK(link.now() - begun < 6s);
    REQUIRE(link.until([&] { return link.far.connection.end() == tcp_end::reset; }, 1s));
}

TEST_CASE("two who disagree do not answer each other for ever", "[tunnel]")
{
    scripted_link link;
    REQUIRE(link.open());
    const auto before = link.packets();
    const tunnel::tcp_segment wrong{.source_port = 7'000,
                                    .destination_port = 50'000,
                                    .number = 0x7000'0000,
                                    .acknowledged = 77,
                                    .flags = {.ack = true}};
    for (int round = 0; round < 1'000; ++round) {
        link.near.connection.take(wrong, link.now());
        link.run_for(100us);
    }
    CHECK(link.packets() - before < 20);
}

} // namespace thimble::tests
