#include "link/limits.hpp"
#include "tests/catch2.hpp"
#include "tests/link/message_samples.hpp"

#include <algorithm>

namespace thimble { // the C library has a function named link

namespace {

constexpr std::size_t most_bytes = 1000;

screen::bytes bytes_of(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string_view text_of(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A frame with this text in the place of its header.
screen::bytes frame_with(std::string_view header)
{
    screen::bytes binary{std::byte{0}, std::byte{0}, static_cast<std::byte>(header.size() >> 8U),
                         static_cast<std::byte>(header.size())};
    std::ranges::copy(bytes_of(header), std::back_inserter(binary));
    std::ranges::copy(bytes_of("picture"), std::back_inserter(binary));
    return binary;
}

std::string frame_error(const screen::bytes& binary)
{
    const auto read = link::decode_frame(binary, most_bytes);
    return read ? std::string() : read.error().text();
}

} // namespace

TEST_CASE("a picture comes out with its header as it went in", "[link]")
{
    const auto picture = bytes_of("picture");
    const auto binary = link::encode(
        link::picture_frame{.header = link::sample_header(), .picture = picture}, most_bytes);
    REQUIRE(binary);
    const auto read = link::decode_frame(*binary, most_bytes);
    REQUIRE(read);
    CHECK(read->header == link::sample_header());
    CHECK(text_of(read->picture) == "picture");
}

TEST_CASE("the length of a frame's header comes first, its most significant byte before", "[link]")
{
    const auto picture = bytes_of("picture");
    const auto binary =
        link::encode(link::picture_frame{.header = link::sample_header(), .picture = picture},
                     most_bytes)
            .value();
    const auto length =
        std::to_integer<std::size_t>(binary[2]) * 256 + std::to_integer<std::size_t>(binary[3]);
    CHECK(binary[0] == std::byte{0});
    CHECK(binary[1] == std::byte{0});
    CHECK(binary.size() == 4 + length + picture.size());
    CHECK(text_of(binary).substr(4 + length) == "picture");
    CHECK(text_of(binary).substr(4, length) ==
          R"({"at_us":1250000,"captured_at_ms":1790000000123,"codec":"h264","frame_id":"frame-9",)"
          R"("height":620,"key":false,"orientation":"landscape_left","stream_id":"stream-1",)"
          R"("udid":"00008120-001A2B3C4D5E6F70","width":1344})");
}

TEST_CASE("a frame that makes no sense is refused", "[link]")
{
    CHECK(frame_error({}) == "frame: no length of a header");
    CHECK(frame_error(bytes_of(std::string_view("\0\0\0", 3))) == "frame: no length of a header");
    CHECK(frame_error(bytes_of(std::string_view("\0\0\0\x05{}", 6))) ==
          "frame: shorter than its header");
    CHECK(frame_error(bytes_of("\xff\xff\xff\xff{}")) == "frame: header longer than 4096 bytes");
    CHECK(frame_error(bytes_of(std::string_view("\0\0\0\x02{}", 6))) == "frame: no picture");
    CHECK(frame_error(frame_with("{}")) == "frame.udid: missing");
    CHECK(frame_error(frame_with("[]")) == "frame: not an object");
    CHECK(frame_error(frame_with("{\"udid\"")) == "frame: it is not valid JSON in UTF-8");
    CHECK(frame_error(frame_with(R"({"udid":"a","udid":"a"})")) ==
          "frame: a name stands twice in one object");
    CHECK(frame_error(frame_with(R"({"udid":"a","frame_id":"b","stream_id":"","codec":"gif"})")) ==
          "frame.codec: not one of the words for it");
}

TEST_CASE("a picture beyond the limit is neither sent nor taken", "[link]")
{
    const screen::bytes picture(most_bytes + 1);
    const link::picture_frame what{.header = link::sample_header(), .picture = picture};
    CHECK(link::encode(what, most_bytes).error().text() == "frame: picture longer than 1000 bytes");
    const auto binary = link::encode(what, most_bytes + 1).value();
    CHECK(frame_error(binary) == "frame: picture longer than 1000 bytes");
    CHECK(link::encode(link::picture_frame{.header = link::sample_header(), .picture = {}},
                       most_bytes)
              .error()
              .text() == "frame: no picture");
}

TEST_CASE("a frame's header may have fields of a newer version", "[link]")
{
    CHECK(frame_error(
              frame_with(
                  R"({"udid":"a","frame_id":"b","stream_id":"","codec":"png","key":true,"at_us":0,)"
                  R"("width":1,"height":1,"orientation":"portrait","captured_at_ms":0,"hue":7})"))
              .empty());
}

} // namespace thimble
