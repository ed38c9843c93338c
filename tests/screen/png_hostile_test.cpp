#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/libpng_pictures.hpp"
#include "tests/screen/png_parts.hpp"

#include <algorithm>
#include <functional>

using namespace thimble;
using screen::bytes;
using screen::decode_png;
using test::chunk;
using test::chunks_of;
using test::png_of;
using test::zlib_stream;

namespace {

/// A sound picture of 40 by 30 pixels.
bytes whole_picture()
{
    return test::written_by_libpng({.size = {.width = 40, .height = 30}});
}

/// The picture with its pixels' stream replaced by one of `length` times the same byte.
bytes with_raw_pixels(std::size_t length, std::uint8_t each)
{
    auto chunks = chunks_of(whole_picture());
    for (auto& part : chunks)
        if (part.name == "IDAT")
            part.content = zlib_stream(std::vector<std::uint8_t>(length, each));
    return png_of(chunks);
}

bool refuses_with(std::function<void(std::vector<chunk>&)> change)
{
    auto chunks = chunks_of(whole_picture());
    change(chunks);
    const auto decoded = decode_png(png_of(chunks));
    return !decoded && decoded.error().starts_with("broken PNG: ");
}

constexpr std::size_t raw_bytes = ((40 * 3) + 1) * 30;

/// libpng alone leaves what comes after the last pixel unread.
bool reads_to_the_end()
{
    return screen::png_codec() != "libpng";
}

} // namespace

TEST_CASE("a picture that is put together again is whole", "[screen][png]")
{
    CHECK(decode_png(png_of(chunks_of(whole_picture()))));
    CHECK(decode_png(with_raw_pixels(raw_bytes, 0)));
}

TEST_CASE("a picture is an error at every length but its own", "[screen][png]")
{
    bytes whole = whole_picture();
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_FALSE(decode_png(std::span(whole).first(length)));
    CHECK(decode_png(whole));
    whole.push_back(std::byte{0});
    CHECK_FALSE(decode_png(whole));
}

TEST_CASE("every flipped bit of a picture's essential chunks is noticed", "[screen][png]")
{
    const bytes whole = whole_picture();
    REQUIRE(decode_png(whole));
    const std::size_t last_checksum_bytes = 4;
    const std::size_t checked = whole.size() - (reads_to_the_end() ? 0 : last_checksum_bytes);
    for (std::size_t at = 0; at < checked; ++at)
        for (const unsigned bit : {0U, 3U, 7U}) {
            bytes broken = whole;
            broken[at] ^= static_cast<std::byte>(1U << bit);
            CAPTURE(at, bit);
            CHECK_FALSE(decode_png(broken));
        }
}

TEST_CASE("pixels must be as many as the header says", "[screen][png]")
{
    for (const std::size_t length : {std::size_t{0}, raw_bytes - 1, raw_bytes - 121})
        CHECK_FALSE(decode_png(with_raw_pixels(length, 0)));
    for (const std::size_t length : {raw_bytes + 1, raw_bytes + 121, std::size_t{1} << 26U})
        CHECK(decode_png(with_raw_pixels(length, 0)).has_value() != reads_to_the_end());
}

TEST_CASE("a row with a filter that does not exist is an error", "[screen][png]")
{
    CHECK(decode_png(with_raw_pixels(raw_bytes, 4)));
    CHECK_FALSE(decode_png(with_raw_pixels(raw_bytes, 5)));
}

TEST_CASE("few bytes that claim to be many pixels are refused", "[screen][png]")
{
    CHECK(refuses_with([](auto& chunks) {
        chunks[0].content[2] = std::byte{0x20}; // 8,232 pixels wide would be refused by its size
        chunks[0].content[3] = std::byte{0x00};
        chunks[0].content[6] = std::byte{0x20};
        chunks[0].content[7] = std::byte{0x00};
    }));
}

TEST_CASE("pixels may come in parts of any size", "[screen][png]")
{
    auto chunks = chunks_of(whole_picture());
    std::vector<chunk> parts{chunks.front()};
    for (const auto& part : chunks)
        for (const std::byte each : part.name == "IDAT" ? part.content : bytes{}) {
            parts.push_back({.name = "IDAT", .content = {}});
            parts.push_back({.name = "IDAT", .content = {each}});
        }
    parts.push_back(chunks.back());
    const auto decoded = decode_png(png_of(parts));
    REQUIRE(decoded);
    CHECK(std::ranges::equal(decoded->pixels(), decode_png(whole_picture())->pixels()));
}

TEST_CASE("chunks that are missing or out of order are errors", "[screen][png]")
{
    CHECK(refuses_with([](auto& chunks) { chunks.pop_back(); }));
    CHECK(refuses_with([](auto& chunks) { chunks.insert(chunks.begin(), chunks.front()); }));
    CHECK(refuses_with([](auto& chunks) { chunks.push_back(chunks.back()); }));
    CHECK(refuses_with([](auto& chunks) { chunks.insert(chunks.begin() + 1, {"JUNK", {}}); }));
    CHECK(refuses_with([](auto& chunks) { chunks.insert(chunks.begin() + 1, {"tE?t", {}}); }));
    CHECK(refuses_with([](auto& chunks) { chunks.erase(chunks.begin() + 1); }));
    CHECK(refuses_with([](auto& chunks) { chunks[1].content.clear(); }));
    CHECK(refuses_with([](auto& chunks) { chunks[0].content.pop_back(); }));
    CHECK(refuses_with([](auto& chunks) {
        chunks.insert(chunks.begin() + 2, {.name = "tEXt", .content = {}});
        chunks.insert(chunks.begin() + 3, chunks[1]);
    }));
}

TEST_CASE("a palette that is missing is an error", "[screen][png]")
{
    auto chunks = chunks_of(test::written_by_libpng(
        {.size = {.width = 9, .height = 9}, .color_type = PNG_COLOR_TYPE_PALETTE}));
    CHECK(decode_png(png_of(chunks)));
    std::erase_if(chunks, [](const chunk& part) { return part.name == "PLTE"; });
    CHECK_FALSE(decode_png(png_of(chunks)));
}

TEST_CASE("a chunk with text in it is passed over", "[screen][png]")
{
    auto chunks = chunks_of(whole_picture());
    chunks.insert(chunks.begin() + 1, {.name = "teSt", .content = bytes(1000)});
    CHECK(decode_png(png_of(chunks)));
}
