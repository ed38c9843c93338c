// The order of packets, and what is missing of them.
#include "device/media/reorder_buffer.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::tests {
namespace {

namespace media = device::media;
using namespace std::chrono_literals;

/// Packets by their numbers; the payload is the number once more.
struct ordering {
    explicit ordering(media::reorder_buffer::limits within = {})
        : buffer(
              [this](const media::reorder_buffer::ordered& next) {
                  got += (next.after_loss ? " !" : " ") + std::to_string(next.packet.sequence);
                  intact = intact && next.packet.payload.size() == 2 &&
                           next.packet.payload[1] ==
                               static_cast<std::byte>(next.packet.sequence & 0xffU);
              },
              within)
    {
    }

    void take(unsigned sequence, std::chrono::milliseconds at = 0ms)
    {
        const media::bytes payload{std::byte{7}, static_cast<std::byte>(sequence & 0xffU)};
        buffer.take({.sequence = static_cast<std::uint16_t>(sequence), .payload = payload},
                    begin + at);
    }

    std::string got;
    bool intact = true; // whatever became of the bytes it was given
    media::reorder_buffer::time begin{1h};
    media::reorder_buffer buffer;
};

} // namespace

TEST_CASE("packets in order are handed over at once", "[media]")
{
    ordering run;
    for (unsigned each = 65'534; each < 65'540; ++each)
        run.take(each);
    CHECK(run.got == " 65534 65535 0 1 2 3");
    CHECK(run.buffer.due() == media::reorder_buffer::time::max());
    CHECK(run.buffer.lost() == 0);
}

TEST_CASE("packets that overtake others wait for them, across the numbers' begin", "[media]")
{
    ordering run;
    run.take(65'534);
    run.take(1);
    run.take(65'535);
    run.take(2);
    CHECK(run.got == " 65534 65535");
    run.take(0);
    CHECK(run.got == " 65534 65535 0 1 2");
    CHECK(run.intact);
    CHECK(run.buffer.lost() == 0);
}

TEST_CASE("a packet that does not come in time is lost", "[media]")
{
    ordering run;
    run.take(5);
    run.take(7, 10ms);
    run.take(8, 20ms);
    CHECK(run.buffer.due() == run.begin + 40ms);
    run.buffer.give_up(run.begin + 39ms);
    CHECK(run.got == " 5");
    run.buffer.give_up(run.begin + 40ms);
    CHECK(run.got == " 5 !7 8");
    CHECK(run.buffer.lost() == 1);
    run.take(6, 41ms);
    CHECK(run.got == " 5 !7 8");
    CHECK(run.buffer.late() == 1);
}

TEST_CASE("no more packets wait than there is room for", "[media]")
{
    ordering run({.packets = 3});
    run.take(1);
    for (unsigned each = 3; each < 6; ++each)
        run.take(each);
    CHECK(run.got == " 1");
    run.take(7);
    CHECK(run.got == " 1 !3 4 5"); // 7 still waits for 6
    ordering by_bytes({.bytes = 5});
    by_bytes.take(1);
    by_bytes.take(3);
    by_bytes.take(4);
    CHECK(by_bytes.got == " 1");
    by_bytes.take(5);
    CHECK(by_bytes.got == " 1 !3 4 5");
}

TEST_CASE("a packet that comes twice counts once", "[media]")
{
    ordering run;
    for (const unsigned each : {1U, 1U, 3U, 3U, 2U})
        run.take(each);
    CHECK(run.got == " 1 2 3");
    CHECK(run.buffer.late() == 2);
}

TEST_CASE("numbers far from all before need another that follows", "[media]")
{
    ordering run;
    run.take(100);
    run.take(40'000);
    run.take(101);
    CHECK(run.got == " 100 101");
    run.take(20'000);
    run.take(20'001);
    run.take(20'002);
    CHECK(run.got == " 100 101 !20001 20002");
}

} // namespace thimble::tests
