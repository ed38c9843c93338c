// HTTP/2 as a phone speaks it.
#include "device/coredevice/http2_session.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace thimble::tests {
namespace {

namespace http2 = device::coredevice::http2;
using http2::fault;
using http2::frame_type;

// As go-ios and idevice send them.
constexpr std::string_view preface = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a";
constexpr std::string_view settings = "00000c 04 00 00000000 0003 00000064 0004 00100000";
constexpr std::string_view window = "000004 08 00 00000000 000f0001";
constexpr std::string_view headers_1 = "000000 01 04 00000001";
constexpr std::string_view headers_3 = "000000 01 04 00000003";
constexpr std::string_view settings_taken = "000000 04 01 00000000";

std::string bare(std::string_view digits)
{
    return hexadecimal(bytes_of(digits));
}

std::string output_of(http2::session& session)
{
    return hexadecimal(session.take_output());
}

std::vector<http2::event> given(http2::session& session, std::string_view digits)
{
    auto events = session.take(bytes_of(digits));
    REQUIRE(events);
    return std::move(*events);
}

fault fault_after(std::string_view digits)
{
    http2::session session;
    const auto events = session.take(bytes_of(digits));
    REQUIRE_FALSE(events);
    CHECK_FALSE(session.take({}));
    CHECK_FALSE(http2::to_string(events.error()).empty());
    return events.error();
}

/// A session with an open stream 1, whose output so far has been taken.
http2::session opened_session()
{
    http2::session session;
    session.open(1);
    session.take_output();
    return session;
}

struct sent_frame {
    frame_type type;
    std::uint32_t stream;
    std::size_t size;

    friend bool operator==(const sent_frame&, const sent_frame&) = default;
};

std::vector<sent_frame> frames_of(http2::session& session)
{
    http2::frame_reader reader;
    const auto frames = reader.take(session.take_output());
    REQUIRE(frames);
    std::vector<sent_frame> result;
    for (const auto& each : *frames)
        result.push_back({each.type, each.stream, each.payload.size()});
    return result;
}

std::size_t data_bytes(const std::vector<sent_frame>& frames)
{
    return std::transform_reduce(
        frames.begin(), frames.end(), std::size_t{0}, std::plus<>(),
        [](const sent_frame& each) { return each.type == frame_type::data ? each.size : 0; });
}

std::string frame_text(frame_type type,
                       unsigned flags,
                       std::uint32_t stream,
                       std::span<const std::byte> payload)
{
    std::vector<std::byte> bytes;
    http2::encode(bytes, type, static_cast<std::uint8_t>(flags), stream, payload);
    return hexadecimal(bytes);
}

} // namespace

TEST_CASE("a session opens as phones know it", "[coredevice]")
{
    http2::session session;
    session.open(1);
    session.send(1, bytes_of("0102"));
    session.open(3);
    CHECK(output_of(session) ==
          bare(std::string(preface) + std::string(settings) + std::string(window) +
               std::string(headers_1) + "000002 00 00 00000001 0102" + std::string(headers_3)));
    CHECK(output_of(session).empty());
}

TEST_CASE("settings and pings are answered", "[coredevice]")
{
    auto session = opened_session();
    const auto events = given(session, std::string(settings) + std::string(window));
    REQUIRE(events.size() == 1);
    CHECK(std::holds_alternative<http2::settings_arrived>(events.front()));
    CHECK(output_of(session) == bare(settings_taken));
    CHECK(given(session, "000008 06 00 00000000 0102030405060708").empty());
    CHECK(output_of(session) == bare("000008 06 01 00000000 0102030405060708"));
    CHECK(given(session, "000008 06 01 00000000 0102030405060708").empty());
    CHECK(given(session, settings_taken).empty());
    CHECK(output_of(session).empty());
}

TEST_CASE("data comes through however it is cut and padded", "[coredevice]")
{
    const auto all = bytes_of("000000 01 04 00000001"
                              "000002 00 00 00000001 0102"
                              "000005 00 08 00000003 02 0304 0000"
                              "000000 00 01 00000003");
    for (std::size_t piece = 1; piece <= all.size(); ++piece) {
        auto session = opened_session();
        std::string seen;
        for (std::size_t at = 0; at < all.size(); at += piece) {
            const auto events =
                session.take(std::span(all).subspan(at, std::min(piece, all.size() - at)));
            REQUIRE(events);
            for (const auto& each : *events) {
                const auto& data = std::get<http2::data_arrived>(each);
                seen += std::to_string(data.stream) + ":" + hexadecimal(data.bytes) +
                        (data.last ? ". " : " ");
            }
        }
        CHECK(seen == "1:0102 3:0304 3:. ");
    }
}

TEST_CASE("headers may go on in other frames", "[coredevice]")
{
    auto session = opened_session();
    CHECK(given(session, "000001 01 00 00000001 00").empty());
    CHECK(given(session, "000001 09 04 00000001 00").empty());
    const auto events = given(session, "000000 01 05 00000001");
    REQUIRE(events.size() == 1);
    CHECK(std::get<http2::data_arrived>(events.front()).last);
}

TEST_CASE("frames of no interest are passed over", "[coredevice]")
{
    auto session = opened_session();
    CHECK(given(session, "000005 02 00 00000001 0000000010").empty());
    CHECK(given(session, "000003 77 ff 00000009 010203").empty());
    CHECK(given(session, "000004 08 00 00000063 00000001").empty());
    CHECK(output_of(session).empty());
}

TEST_CASE("the end of a stream and of a connection is told", "[coredevice]")
{
    auto session = opened_session();
    const auto events = given(session, "000004 03 00 00000001 00000008"
                                       "000008 07 00 00000000 00000001 00000002");
    REQUIRE(events.size() == 2);
    CHECK(std::get<http2::stream_reset>(events[0]).stream == 1);
    CHECK(std::get<http2::stream_reset>(events[0]).code == 8);
    CHECK(std::get<http2::going_away>(events[1]).code == 2);
    session.send(1, bytes_of("00"));
    CHECK(output_of(session).empty());
}

TEST_CASE("no more is sent than the windows allow", "[coredevice]")
{
    auto session = opened_session();
    session.send(1, std::vector<std::byte>(100'000));
    const auto first = frames_of(session);
    CHECK(first.front() == sent_frame{frame_type::data, 1, 16'384});
    CHECK(data_bytes(first) == 65'535);
    CHECK(session.unsent(1) == 100'000 - 65'535);
    SECTION("both windows have to grow")
    {
        given(session, "000004 08 00 00000001 00000064");
        CHECK(data_bytes(frames_of(session)) == 0);
        given(session, "000004 08 00 00000000 0000000a");
        CHECK(data_bytes(frames_of(session)) == 10);
    }
    SECTION("a larger window of the streams counts for open ones")
    {
        given(session, "000004 08 00 00000000 00100000 000006 04 00 00000000 0004 00020000");
        CHECK(data_bytes(frames_of(session)) == 100'000 - 65'535);
    }
    SECTION("a smaller one has to be made up for")
    {
        given(session, "000004 08 00 00000000 00100000 000006 04 00 00000000 0004 00000000");
        given(session, "000004 08 00 00000001 0000ffff");
        CHECK(data_bytes(frames_of(session)) == 0);
        given(session, "000004 08 00 00000001 00000001");
        CHECK(data_bytes(frames_of(session)) == 1);
    }
    SECTION("another stream with a window goes on when the connection's grows")
    {
        session.open(3);
        session.send(3, bytes_of("01"));
        CHECK(data_bytes(frames_of(session)) == 0);
        given(session, "000004 08 00 00000000 00000001");
        CHECK(frames_of(session) == std::vector{sent_frame{frame_type::data, 3, 1}});
    }
}

TEST_CASE("a stream ends after what was given to it", "[coredevice]")
{
    auto session = opened_session();
    session.send(1, std::vector<std::byte>(65'536));
    session.end(1);
    CHECK(frames_of(session).size() == 4);
    given(session, "000004 08 00 00000000 00000001 000004 08 00 00000001 00000001");
    CHECK(output_of(session) == bare("000001 00 00 00000001 00 000000 00 01 00000001"));
    session.send(1, bytes_of("01"));
    CHECK(output_of(session).empty());
}

TEST_CASE("windows are given back while data comes", "[coredevice]")
{
    auto session = opened_session();
    const std::vector<std::byte> payload(http2::largest_frame);
    const auto data = frame_text(frame_type::data, 0, 1, payload);
    for (int at = 0; at < 31; ++at)
        given(session, data);
    CHECK(output_of(session).empty());
    given(session, data);
    CHECK(output_of(session) ==
          bare("000004 08 00 00000000 00080000 000004 08 00 00000001 00080000"));
}

TEST_CASE("a peer that breaks the rules is given up", "[coredevice]")
{
    CHECK(fault_after("004001 00 00 00000001") == fault::frame_size);
    CHECK(fault_after("000005 04 00 00000000 0000000000") == fault::frame_size);
    CHECK(fault_after("000001 04 01 00000000 00") == fault::frame_size);
    CHECK(fault_after("000007 06 00 00000000 00000000000000") == fault::frame_size);
    CHECK(fault_after("000003 08 00 00000000 000001") == fault::frame_size);
    CHECK(fault_after("000000 03 00 00000001") == fault::frame_size);
    CHECK(fault_after("000000 00 08 00000001") == fault::frame_size);
    CHECK(fault_after("000002 00 08 00000001 0200") == fault::protocol);
    CHECK(fault_after("000001 00 00 00000000 00") == fault::protocol);
    CHECK(fault_after("000000 01 04 00000000") == fault::protocol);
    CHECK(fault_after("000000 04 00 00000001") == fault::protocol);
    CHECK(fault_after("000000 05 04 00000001") == fault::protocol);
    CHECK(fault_after("000000 09 04 00000001") == fault::protocol);
    CHECK(fault_after("000000 01 00 00000001 000000 00 00 00000001") == fault::protocol);
    CHECK(fault_after("000004 08 00 00000000 00000000") == fault::protocol);
    CHECK(fault_after("000006 04 00 00000000 0005 00003fff") == fault::protocol);
    CHECK(fault_after("000006 04 00 00000000 0004 80000000") == fault::flow_control);
    CHECK(fault_after("000004 08 00 00000000 7fffffff") == fault::flow_control);
}

TEST_CASE("a peer that asks without end and takes no answers is given up", "[coredevice]")
{
    auto session = opened_session();
    const auto ping = bytes_of("000008 06 00 00000000 0102030405060708");
    const auto pings_until_fault = [&](bool taken) {
        for (int at = 0; at < 5'000; ++at) {
            if (!session.take(ping))
                return at;
            if (taken)
                session.take_output();
        }
        return 5'000;
    };
    CHECK(pings_until_fault(true) == 5'000);
    CHECK(pings_until_fault(false) < 2'000);
}

TEST_CASE("headers without end and streams without end are given up", "[coredevice]")
{
    std::string headers = "000000 01 00 00000001";
    for (int at = 0; at < 8'000; ++at)
        headers += "000000 09 00 00000001";
    CHECK(fault_after(headers) == fault::flood);
    std::string streams;
    for (std::uint32_t at = 1; at < 200; ++at)
        streams += frame_text(frame_type::data, 0, at, {});
    CHECK(fault_after(streams) == fault::flood);
}

} // namespace thimble::tests
