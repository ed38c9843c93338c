// Pictures out of datagrams: whole ones, and none after a loss.
#include "device/media/nal_unit.hpp"
#include "device/media/video_receiver.hpp"
#include "tests/catch2.hpp"
#include "tests/video/rtp_sender.hpp"

namespace thimble::tests {
namespace {

namespace media = device::media;
using namespace std::chrono_literals;

struct reception {
    void send(const rtp_datagram& datagram) { receiver.take(datagram, now); }

    void send(const coded_picture& picture)
    {
        for (const auto& each : sender.packets_of(picture))
            send(each);
        now += 16ms;
    }

    /// All but the packet of that place.
    void send_without(const coded_picture& picture, std::size_t missing)
    {
        const auto packets = sender.packets_of(picture);
        REQUIRE(missing < packets.size());
        for (std::size_t nth = 0; nth < packets.size(); ++nth)
            if (nth != missing)
                send(packets[nth]);
        now += 16ms;
    }

    rtp_sender sender;
    std::vector<device::shared_unit> got;
    media::video_receiver::time now{1h};
    media::video_receiver receiver{{.stream = 3},
                                   [this](device::shared_unit one) { got.push_back(one); }};
};

/// Without the parameters, which the format has.
std::vector<std::byte> expected_of(const coded_picture& picture)
{
    coded_picture rest;
    for (const auto& each : picture)
        if (type_of(each) < 32 || type_of(each) > 34)
            rest.push_back(each);
    return with_lengths(rest);
}

} // namespace

TEST_CASE("a stream arrives as it was encoded", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    for (const auto& each : pictures)
        run.send(each);
    REQUIRE(run.got.size() == pictures.size());
    for (std::size_t nth = 0; nth < pictures.size(); ++nth) {
        const auto& one = *run.got[nth];
        CHECK(one.data == expected_of(pictures[nth]));
        CHECK(one.key == (nth == 0));
        CHECK(one.number == nth);
        CHECK(one.stream == 3);
        CHECK(one.format == run.got.front()->format);
        CHECK(one.rtp_time == 0xffff'0000 + nth * 400); // beyond 32 bits as well
    }
    CHECK(run.got.back()->rtp_time > 0xffff'ffff - 60'000);
    CHECK(run.got.front()->format->shown.width == 130);
    CHECK(run.receiver.lost_packets() == 0);
    CHECK_FALSE(run.receiver.waits_for_key());
}

TEST_CASE("time goes on beyond 32 bits", "[media]")
{
    reception run;
    run.sender.time = 0xffff'fff0;
    const auto pictures = bars_709_full();
    run.send(pictures[0]);
    run.send(pictures[1]);
    REQUIRE(run.got.size() == 2);
    CHECK(run.got[1]->rtp_time - run.got[0]->rtp_time == 400);
    CHECK(run.got[1]->rtp_time > 0xffff'ffff);
}

TEST_CASE("a picture's time is its last packet's", "[media]")
{
    reception run;
    const auto packets = run.sender.packets_of(bars_709_full().front());
    REQUIRE(packets.size() > 2);
    for (const auto& each : packets) {
        run.now += 3ms;
        run.send(each);
    }
    REQUIRE(run.got.size() == 1);
    CHECK(run.got.front()->arrived == run.now);
}

TEST_CASE("after a loss there is nothing until the next key", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    run.send(pictures[0]);
    run.send(pictures[1]);
    run.send_without(pictures[0], 1); // a key that does not arrive whole
    run.send(pictures[2]);
    run.now += 1s;
    run.receiver.give_up(run.now);
    CHECK(run.got.size() == 2);
    CHECK(run.receiver.waits_for_key());
    CHECK(run.receiver.lost_packets() == 1);
    CHECK(run.receiver.dropped_pictures() > 0);
    run.send(pictures[3]);
    CHECK(run.got.size() == 2);
    run.send(pictures[0]);
    run.send(pictures[1]);
    REQUIRE(run.got.size() == 4);
    CHECK(run.got[2]->key);
    CHECK(run.got[2]->number > 2); // some were left out
}

TEST_CASE("a picture that is lost as a whole is missed, too", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    run.send(pictures[0]);
    run.sender.packets_of(pictures[1]); // which nobody gets
    run.send(pictures[2]);
    run.now += 1s;
    run.receiver.give_up(run.now);
    CHECK(run.got.size() == 1);
    CHECK(run.receiver.waits_for_key());
}

TEST_CASE("a stream is joined at its next key only", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    run.send(pictures[4]);
    run.send(pictures[5]);
    CHECK(run.got.empty());
    CHECK(run.receiver.waits_for_key());
    run.send(pictures[0]);
    CHECK(run.got.size() == 1);
}

TEST_CASE("a key without its parameters is none", "[media]")
{
    reception run;
    auto key = bars_709_full().front();
    REQUIRE(key.size() == 4); // three sets and a slice
    key.erase(key.begin());
    run.send(key);
    CHECK(run.got.empty());
    CHECK(run.receiver.problem() == "a parameter set is missing");
    key.erase(key.begin(), key.begin() + 2);
    run.send(key);
    CHECK(run.got.empty());
    CHECK(run.receiver.problem() == "the stream lacks parameters");
}

TEST_CASE("a key whose first slice is missing is none", "[media]")
{
    reception run;
    auto key = bars_709_full().front();
    key.back()[2] &= std::byte{0x7f};
    run.send(key);
    CHECK(run.got.empty());
}

TEST_CASE("a picture without a mark ends when the next begins", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    auto packets = run.sender.packets_of(pictures[0]);
    packets.back()[1] &= std::byte{0x7f};
    for (const auto& each : packets)
        run.send(each);
    CHECK(run.got.empty());
    run.send(pictures[1]);
    CHECK(run.got.size() == 2);
}

TEST_CASE("a key with other parameters has another format", "[media]")
{
    reception run;
    run.send(bars_709_full().front());
    run.send(bars_601_limited().front());
    run.send(bars_601_limited()[1]);
    REQUIRE(run.got.size() == 3);
    CHECK(run.got[0]->format != run.got[1]->format);
    CHECK(run.got[1]->format == run.got[2]->format);
}

TEST_CASE("a type that the phone has told is the only one", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    run.receiver.expect(101);
    run.send(pictures[0]);
    CHECK(run.got.empty());
    run.sender.payload_type = 101;
    run.send(pictures[0]);
    CHECK(run.got.size() == 1);
}

TEST_CASE("a last picture that is lost is missed at the next report", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    const auto report = [&] {
        run.now += 1s;
        run.send(run.sender.report(1'000 + run.sender.sent)); // wherever it begins to count
        run.now += 40ms;
        run.receiver.give_up(run.now);
    };
    run.send(pictures[0]);
    report();
    run.send(pictures[1]);
    report();
    CHECK_FALSE(run.receiver.waits_for_key());
    SECTION("as a whole")
    {
        run.sender.packets_of(pictures[2]);
        report();
        CHECK(run.receiver.waits_for_key());
        const auto dropped = run.receiver.dropped_pictures();
        report();
        CHECK(run.receiver.dropped_pictures() == dropped); // which is known already
        run.send(pictures[0]);
        run.now += 1s;
        run.receiver.give_up(run.now);
        CHECK(run.got.size() == 2); // its first packet shows the gap
        run.send(pictures[0]);
        CHECK(run.got.size() == 3);
        report();
        CHECK_FALSE(run.receiver.waits_for_key());
    }
    SECTION("but for its first packets")
    {
        run.send(run.sender.packets_of(pictures[0]).front());
        report();
        CHECK(run.receiver.waits_for_key());
    }
    SECTION("unless the report has overtaken it")
    {
        const auto late = run.sender.packets_of(pictures[2]);
        run.send(run.sender.report(1'000 + run.sender.sent));
        CHECK(run.receiver.due() < media::video_receiver::time::max());
        for (const auto& each : late)
            run.send(each);
        run.now += 1s;
        run.receiver.give_up(run.now);
        CHECK_FALSE(run.receiver.waits_for_key());
        CHECK(run.got.size() == 3);
    }
}

TEST_CASE("a picture was captured before it has arrived, as reports tell", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    run.send(pictures[0]);
    CHECK(run.got.back()->captured == run.got.back()->arrived);
    for (int each = 0; each < 2; ++each) {
        run.now += 1s;
        run.sender.time += 24'000;
        run.sender.wall += 1ULL << 32U;
        run.send(run.sender.report());
    }
    run.sender.time += 12'000;
    run.now += 540ms;
    run.send(pictures[1]);
    const auto& unit = *run.got.back();
    CHECK(unit.arrived - unit.captured > 15ms);
    CHECK(unit.arrived - unit.captured < 65ms);
    run.sender.source = 9; // another sender, of another clock
    run.receiver.expect(100, 9);
    run.sender.time += 12'000;
    run.now += 540ms;
    run.send(pictures[0]);
    const auto& other = *run.got.back();
    CHECK(run.receiver.coding() > 0ms);
    CHECK(other.arrived - other.captured == run.receiver.coding()); // as usual
}

TEST_CASE("a phone whose reports count otherwise is not believed", "[media]")
{
    reception run;
    for (const auto& each : bars_709_full()) {
        run.send(each);
        const auto late = run.got.size() % 2 == 0 ? 3U : 0U;
        run.send(run.sender.report(run.sender.sent - late));
        run.now += 1s;
        run.receiver.give_up(run.now);
    }
    CHECK_FALSE(run.receiver.waits_for_key());
    CHECK(run.got.size() == bars_709_full().size());
}

TEST_CASE("a stray packet before the stream locks nothing out", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    rtp_sender other;
    other.source = 5;
    run.send(other.packets_of(pictures[1]).front());
    SECTION("of a phone that names its source")
    {
        run.receiver.expect(100, run.sender.source);
        run.send(pictures[0]);
        run.send(pictures[1]);
        CHECK(run.got.size() == 2);
        for (const auto& each : other.packets_of(pictures[0]))
            run.send(each); // however many
        CHECK(run.got.size() == 2);
    }
    SECTION("of a phone that names none")
    {
        run.receiver.expect(100);
        for (int nth = 0; nth < 8; ++nth)
            run.send(run.sender.packet(pictures[1].front(), true));
        run.send(pictures[0]);
        CHECK(run.got.size() == 1);
    }
}

TEST_CASE("a source that the stream does not have locks nothing out", "[media]")
{
    reception run;
    run.receiver.expect(100, run.sender.source + 1);
    run.send(bars_709_full().front());
    CHECK(run.got.size() == 1);
}

TEST_CASE("a stream goes on beside a stranger's packets", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    rtp_sender other;
    other.source = 5;
    for (const auto& each : pictures) {
        run.send(each);
        for (int nth = 0; nth < 3; ++nth)
            run.send(other.packet(each.front(), true));
    }
    CHECK(run.got.size() == pictures.size());
}

TEST_CASE("reports and strangers are counted and make no picture", "[media]")
{
    const auto pictures = bars_709_full();
    reception run;
    run.send(pictures[0]);
    run.now += 1s;
    run.send(run.sender.report());
    CHECK(run.receiver.counted().reports == 1);
    CHECK(run.receiver.heard() == run.now);
    CHECK(run.receiver.seen() == run.now - 1s - 16ms);
    rtp_sender other;
    other.source = 5;
    run.send(other.packets_of(pictures[1]).front());
    other.payload_type = 101;
    other.source = run.sender.source;
    run.send(other.packets_of(pictures[1]).front());
    run.send(rtp_datagram(3));
    CHECK(run.receiver.counted().others == 3);
    run.receiver.expect(100);
    run.send(pictures[1]);
    CHECK(run.got.size() == 2);
}

} // namespace thimble::tests
