// The stream of pictures, however its bytes come and whoever has written them.
#include "device/wda/mjpeg_stream.hpp"
#include "tests/catch2.hpp"
#include "tests/device/wda/fake_stream.hpp"

#include <algorithm>
#include <rapidcheck.h>

namespace thimble::tests {
namespace {

using device::wda::mjpeg_stream;

screen::bytes as_bytes(std::string_view text)
{
    screen::bytes out;
    for (const char each : text)
        out.push_back(static_cast<std::byte>(each));
    return out;
}

struct outcome {
    std::vector<screen::bytes> pictures;
    bool failed = false;
    bool accepted = false;

    friend bool operator==(const outcome&, const outcome&) = default;
};

/// Fed with pieces of at most so many bytes.
outcome read_stream(std::string_view text, std::size_t most = std::string_view::npos)
{
    outcome out;
    mjpeg_stream parser;
    while (!text.empty() && !out.failed) {
        auto taken = parser.take(as_bytes(text.substr(0, most)));
        text.remove_prefix(std::min(most, text.size()));
        out.failed = !taken;
        if (taken)
            std::ranges::move(*taken, std::back_inserter(out.pictures));
        else
            CHECK(taken.error().cause == "malformed_picture");
    }
    out.accepted = parser.accepted();
    return out;
}

bool fails(const std::string& text)
{
    return read_stream(text).failed;
}

std::string head_with(const std::string& type)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n";
}

std::string part_with(const std::string& fields)
{
    return stream_head() + "--BoundaryString\r\n" + fields + "\r\n\r\nabcd\r\n\r\n";
}

const screen::bytes first_picture = as_bytes("one\r\n\r\n--BoundaryString\r\n");
const screen::bytes second_picture = as_bytes("2");

} // namespace

TEST_CASE("pictures of a stream come out whole and in order", "[device]")
{
    const auto text = stream_head() + stream_part(first_picture) + stream_part(second_picture);
    const auto whole = read_stream(text);
    CHECK_FALSE(whole.failed);
    CHECK(whole.accepted);
    CHECK(whole.pictures == std::vector{first_picture, second_picture});
    for (std::size_t most = 1; most < 80; ++most)
        CHECK(read_stream(text, most) == whole);
}

TEST_CASE("any pictures, in any pieces, come out as they went in", "[device]")
{
    REQUIRE(rc::check([] {
        const auto texts = *rc::gen::container<std::vector<std::string>>(
            rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::arbitrary<char>())));
        std::string text = stream_head();
        std::vector<screen::bytes> pictures;
        for (const auto& each : texts) {
            pictures.push_back(as_bytes(each));
            text += stream_part(pictures.back());
        }
        const auto most = *rc::gen::inRange<std::size_t>(1, text.size() + 1);
        const auto out = read_stream(text, most);
        RC_ASSERT_FALSE(out.failed);
        RC_ASSERT(out.pictures == pictures);
    }));
}

TEST_CASE("a broken stream breaks alike in any pieces", "[device]")
{
    REQUIRE(rc::check([] {
        auto text = stream_head() + stream_part(first_picture) + stream_part(second_picture);
        const auto where = *rc::gen::inRange<std::size_t>(0, text.size());
        text[where] = *rc::gen::arbitrary<char>();
        const auto most = *rc::gen::inRange<std::size_t>(1, text.size());
        auto pieces = read_stream(text, most);
        auto whole = read_stream(text);
        RC_ASSERT(pieces.failed == whole.failed);
        RC_ASSERT(pieces.accepted == whole.accepted);
        if (!whole.failed)
            RC_ASSERT(pieces.pictures == whole.pictures);
    }));
}

TEST_CASE("between two pictures nothing of the next one has come", "[device]")
{
    mjpeg_stream parser;
    CHECK_FALSE(parser.between_pictures());
    REQUIRE(parser.take(as_bytes(stream_head())));
    CHECK(parser.between_pictures());
    REQUIRE(parser.take(as_bytes("-")));
    CHECK_FALSE(parser.between_pictures());
    const auto rest = stream_part(second_picture).substr(1);
    REQUIRE(parser.take(as_bytes(rest.substr(0, rest.size() - 5))));
    CHECK_FALSE(parser.between_pictures());
    CHECK(parser.take(as_bytes(rest.substr(rest.size() - 5)))->size() == 1);
    CHECK(parser.between_pictures());
}

TEST_CASE("an answer that is no stream of pictures is told by its head", "[device]")
{
    CHECK(fails("HTTP/1.1 404 Not Found\r\n\r\n"));
    CHECK(fails("HTTP/1.1 2000 OK\r\n"
                "Content-Type: multipart/x-mixed-replace; boundary=--B\r\n\r\n"));
    CHECK(fails("SSH-2.0"));
    CHECK(fails("\r\n"));
    CHECK(fails("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"));
    CHECK(fails("HTTP/1.1 200 OK\r\nno field\r\n\r\n"));
    for (const auto* type :
         {"", "text/html", "multipart/mixed; boundary=--B", "multipart/x-mixed-replace",
          "multipart/x-mixed-replace; boundary", "multipart/x-mixed-replace; boundary=",
          "multipart/x-mixed-replace; charset=x", "multipart/x-mixed-replace; boundary=a b"})
        CHECK(fails(head_with(type)));
    CHECK(fails(head_with("multipart/x-mixed-replace; boundary=" + std::string(73, '-'))));
    CHECK(read_stream(head_with("Multipart/X-Mixed-Replace;boundary=\"--B\"")).accepted);
}

TEST_CASE("a part that does not say how long its picture is breaks the stream", "[device]")
{
    const std::string type = "Content-Type: image/jpeg\r\n";
    CHECK_FALSE(fails(part_with(type + "content-length:4")));
    CHECK(fails(part_with("Content-Length: 4")));
    CHECK(fails(part_with("Content-Type: image/png\r\nContent-Length: 4")));
    CHECK(fails(part_with(type + "Transfer-Encoding: chunked")));
    CHECK(fails(part_with(type + "Content-Length: 4\r\nContent-Length: 4")));
    for (const auto* length :
         {"", "0", "-4", "+4", "4.0", "4 4", "0x4", "33554433", "99999999999999999999999999"})
        CHECK(fails(part_with(type + "Content-Length: " + length)));
    CHECK_FALSE(fails(stream_head() + "--BoundaryString\r\n" + type + "Content-Length: 33554432"));
}

TEST_CASE("what stands where a part should begin breaks the stream", "[device]")
{
    CHECK(fails(stream_head() + "----BoundaryString\r\n"));
    CHECK(fails(stream_head() + "--BoundaryStrinG"));
    CHECK(fails(stream_head() + "--BoundaryStrings\r\nContent-Type: image/jpeg\r\n"
                                "Content-Length: 1\r\n\r\n"));
    CHECK(fails(stream_head() + stream_part(second_picture) + "x"));
    CHECK(fails(stream_head() + "\r\n\r\n\r\n\r\n\r\n"));
}

TEST_CASE("a head without an end is given up", "[device]")
{
    const std::string endless(20U << 10, 'x');
    CHECK(fails("HTTP/1.1 200 OK\r\nX: " + endless));
    CHECK(fails(part_with("X: " + endless)));
    mjpeg_stream parser;
    REQUIRE_FALSE(parser.take(as_bytes("nonsense")));
    CHECK_FALSE(parser.take(as_bytes(stream_head()))); // it stays broken
}

} // namespace thimble::tests
