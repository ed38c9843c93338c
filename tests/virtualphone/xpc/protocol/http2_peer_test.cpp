// The phone's part of HTTP/2, frame by frame.
#include "tests/catch2.hpp"
#include "virtualphone/xpc/protocol/http2_peer.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace xpc;

constexpr std::string_view preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

struct sent_frame {
    unsigned type = 0;
    unsigned flags = 0;
    std::uint32_t stream = 0;
    bytes payload{};
};

std::vector<sent_frame> frames_in(const bytes& output)
{
    std::vector<sent_frame> result;
    for (std::size_t at = 0; at < output.size();) {
        REQUIRE(output.size() - at >= 9);
        const std::size_t size = std::size_t{output[at + 1]} << 8U | output[at + 2];
        REQUIRE(output.size() - at - 9 >= size);
        result.push_back({output[at + 3],
                          output[at + 4],
                          output[at + 8],
                          {output.begin() + static_cast<std::ptrdiff_t>(at + 9),
                           output.begin() + static_cast<std::ptrdiff_t>(at + 9 + size)}});
        at += 9 + size;
    }
    return result;
}

bytes frame(std::uint8_t type, std::uint8_t flags, std::uint8_t stream, const bytes& payload = {})
{
    bytes result{0,
                 static_cast<std::uint8_t>(payload.size() >> 8U),
                 static_cast<std::uint8_t>(payload.size()),
                 type,
                 flags,
                 0,
                 0,
                 0,
                 stream};
    result.insert(result.end(), payload.begin(), payload.end());
    return result;
}

bytes number(std::uint32_t value)
{
    return {static_cast<std::uint8_t>(value >> 24U), static_cast<std::uint8_t>(value >> 16U),
            static_cast<std::uint8_t>(value >> 8U), static_cast<std::uint8_t>(value)};
}

/// A host that has sent its preface and settings, answered already.
http2_peer greeted()
{
    http2_peer phone;
    phone.output();
    REQUIRE(phone.take(bytes(preface.begin(), preface.end())));
    REQUIRE(phone.take(frame(4, 0, 0)));
    phone.output();
    return phone;
}

} // namespace

TEST_CASE("the phone's settings are its first frame and do not wait", "[virtualphone]")
{
    http2_peer phone;
    const auto sent = phone.output();
    const bytes expected{0, 0,    12, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0x64, 0, 4,
                         0, 0x10, 0,  0, 0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0x0F, 0, 1};
    CHECK(sent == expected);
}

TEST_CASE("settings and pings of the host are answered", "[virtualphone]")
{
    http2_peer phone;
    phone.output();
    bytes all(preface.begin(), preface.end());
    const bytes settings{0, 3, 0, 0, 0, 0x64, 0, 4, 0, 0x10, 0, 0};
    for (const auto& each : {frame(4, 0, 0, settings), frame(6, 0, 0, bytes(8, 7)), frame(4, 1, 0),
                             frame(0x42, 0, 0, bytes(3, 1))})
        all.insert(all.end(), each.begin(), each.end());
    for (const auto octet : all) // in any pieces
        REQUIRE(phone.take(std::span(&octet, 1)));
    const auto answers = frames_in(phone.output());
    REQUIRE(answers.size() == 2);
    CHECK(answers[0].type == 4);
    CHECK(answers[0].flags == 1);
    CHECK(answers[1].type == 6);
    CHECK(answers[1].flags == 1);
    CHECK(answers[1].payload == bytes(8, 7));
}

TEST_CASE("headers go before the first content of a stream, and once", "[virtualphone]")
{
    auto phone = greeted();
    phone.send(1, bytes{1});
    phone.send(1, bytes{2});
    const auto sent = frames_in(phone.output());
    REQUIRE(sent.size() == 3);
    CHECK(sent[0].type == 1);
    CHECK(sent[0].flags == 4);
    CHECK(sent[0].payload.empty());
    CHECK(sent[1].payload == bytes{1});
    CHECK(sent[2].payload == bytes{2});
}

TEST_CASE("content is cut into frames and waits for windows", "[virtualphone]")
{
    auto phone = greeted();
    phone.send(3, bytes(100'000, 9));
    std::size_t sent = 0;
    for (const auto& each : frames_in(phone.output())) {
        CHECK(each.payload.size() <= 16'374);
        sent += each.payload.size();
    }
    CHECK(sent == 65'535);
    CHECK(phone.blocked());
    REQUIRE(phone.take(frame(8, 0, 0, number(1U << 20U))));
    CHECK(phone.output().empty()); // the stream's own window is closed still
    REQUIRE(phone.take(frame(8, 0, 3, number(10))));
    CHECK(frames_in(phone.output()).front().payload.size() == 10);
    const bytes wider{0, 4, 0, 0x10, 0, 0};
    REQUIRE(phone.take(frame(4, 0, 0, wider)));
    const auto rest = frames_in(phone.output());
    CHECK(rest.back().payload.size() > 0);
    CHECK_FALSE(phone.blocked());
}

TEST_CASE("a host may send on once its content has been read", "[virtualphone]")
{
    auto phone = greeted();
    REQUIRE(phone.take(frame(1, 4, 1)));
    const auto piece = frame(0, 0, 1, bytes(16'384, 5));
    std::size_t taken = 0;
    while (taken < 64 && phone.take(piece))
        ++taken;
    CHECK(taken == 64); // a window's worth
    SECTION("more is against the rules")
    {
        CHECK_FALSE(phone.take(piece));
    }
    SECTION("reading opens it again")
    {
        while (phone.next()) {
        }
        CHECK_FALSE(phone.output().empty());
        CHECK(phone.take(piece));
    }
}

TEST_CASE("padding is no content", "[virtualphone]")
{
    auto phone = greeted();
    REQUIRE(phone.take(frame(1, 4, 1)));
    REQUIRE(phone.take(frame(0, 8, 1, bytes{2, 7, 8, 0, 0})));
    const auto piece = phone.next();
    REQUIRE(piece);
    CHECK(piece->content == bytes{7, 8});
    CHECK_FALSE(phone.take(frame(0, 8, 1, bytes{3, 7, 8})));
}

TEST_CASE("what is against the rules ends a connection", "[virtualphone]")
{
    http2_peer other;
    CHECK_FALSE(other.take(bytes{'G', 'E', 'T'}));
    CHECK_FALSE(greeted().take(frame(0, 0, 1, bytes{1})));            // not opened
    CHECK_FALSE(greeted().take(frame(1, 4, 0)));                      // headers of nothing
    CHECK_FALSE(greeted().take(frame(6, 0, 0, bytes(7, 0))));         // a short ping
    CHECK_FALSE(greeted().take(frame(8, 0, 0, number(0))));           // a window of nothing
    CHECK_FALSE(greeted().take(frame(8, 0, 0, number(0x7FFFFFFF))));  // and one of too much
    CHECK_FALSE(greeted().take(frame(4, 0, 0, bytes(5, 0))));         // five bytes of settings
    CHECK_FALSE(greeted().take(frame(9, 4, 1)));                      // continues nothing
    CHECK_FALSE(greeted().take(bytes{0, 0x40, 1, 0, 0, 0, 0, 0, 1})); // a frame too long
    auto interrupted = greeted();
    REQUIRE(interrupted.take(frame(1, 0, 1)));
    CHECK_FALSE(interrupted.take(frame(1, 4, 3)));
    auto crowded = greeted();
    for (std::uint8_t stream = 1; stream <= 199; stream += 2)
        REQUIRE(crowded.take(frame(1, 4, stream)));
    CHECK_FALSE(crowded.take(frame(1, 4, 201)));
}

} // namespace thimble::virtualphone::tests
