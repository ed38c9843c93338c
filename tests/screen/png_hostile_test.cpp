#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/libpng_pictures.hpp"

#include <functional>
#include <libdeflate.h>
#include <rapidcheck.h>

using namespace thimble;
using screen::bytes;
using screen::decode_png;

namespace {

/// A chunk as it lies in a PNG, with the right checksum.
struct chunk {
    std::string name;
    bytes content;
};

constexpr std::size_t signature_bytes = 8;

void append_number(bytes& to, std::size_t value)
{
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        to.push_back(static_cast<std::byte>(value >> shift));
}

std::size_t number_at(const bytes& png, std::size_t at)
{
    std::size_t value = 0;
    for (std::size_t index = at; index < at + 4; ++index)
        value = (value << 8U) | std::to_integer<std::size_t>(png[index]);
    return value;
}

std::vector<chunk> chunks_of(const bytes& png)
{
    std::vector<chunk> result;
    for (std::size_t at = signature_bytes; at < png.size();) {
        const std::size_t length = number_at(png, at);
        chunk found;
        for (std::size_t letter = 0; letter < 4; ++letter)
            found.name.push_back(std::to_integer<char>(png[at + 4 + letter]));
        const auto content = std::span(png).subspan(at + 8, length);
        found.content.assign(content.begin(), content.end());
        result.push_back(std::move(found));
        at += length + 12;
    }
    return result;
}

bytes png_of(const std::vector<chunk>& chunks)
{
    bytes png = screen::encode_png(screen::image({.width = 1, .height = 1}));
    png.resize(signature_bytes);
    for (const auto& part : chunks) {
        append_number(png, part.content.size());
        const std::size_t covered = png.size();
        const auto name = std::as_bytes(std::span(part.name));
        png.insert(png.end(), name.begin(), name.end());
        png.insert(png.end(), part.content.begin(), part.content.end());
        append_number(png, libdeflate_crc32(0, &png[covered], png.size() - covered));
    }
    return png;
}

bytes zlib_stream(std::span<const std::uint8_t> raw)
{
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> with(
        libdeflate_alloc_compressor(6), libdeflate_free_compressor);
    bytes out(libdeflate_zlib_compress_bound(with.get(), raw.size()));
    out.resize(
        libdeflate_zlib_compress(with.get(), raw.data(), raw.size(), out.data(), out.size()));
    return out;
}

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
    for (std::size_t at = 0; at < whole.size(); ++at)
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
        CHECK_FALSE(decode_png(with_raw_pixels(length, 0)));
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
