#include "screen/jpeg.hpp"
#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/sample_pictures.hpp"

#include <rapidcheck.h>

namespace thimble::screen {

namespace {

constexpr pixel_size size{90, 60};

bytes any_jpeg()
{
    return encode_jpeg(samples::gradient(size), 90);
}

/// Where the frame's header says the height; the width is two bytes behind it.
std::size_t height_in(const bytes& jpeg)
{
    for (std::size_t at = 2; at + 9 < jpeg.size(); ++at)
        if (jpeg[at] == std::byte{0xff} && jpeg[at + 1] == std::byte{0xc0})
            return at + 5;
    FAIL("a JPEG without a frame");
    return 0;
}

bytes claiming(pixel_size claimed)
{
    bytes jpeg = any_jpeg();
    const auto at = height_in(jpeg);
    jpeg[at] = static_cast<std::byte>(claimed.height / 256);
    jpeg[at + 1] = static_cast<std::byte>(claimed.height % 256);
    jpeg[at + 2] = static_cast<std::byte>(claimed.width / 256);
    jpeg[at + 3] = static_cast<std::byte>(claimed.width % 256);
    return jpeg;
}

} // namespace

TEST_CASE("a picture survives JPEG nearly unchanged", "[screen]")
{
    const auto back = decode_jpeg(any_jpeg());
    REQUIRE(back);
    CHECK(back->size() == size);
    CHECK(samples::likeness(*back, samples::gradient(size)) > 35);
}

TEST_CASE("the size of a JPEG is that of the upright picture", "[screen]")
{
    CHECK(jpeg_size(any_jpeg()) == size);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const auto shown =
            jpeg_size(samples::with_exif(any_jpeg(), samples::big_endian_tiff(orientation)));
        CHECK(shown == (orientation < 5 ? size : pixel_size{size.height, size.width}));
    }
}

TEST_CASE("a JPEG that only has to be large enough may come smaller", "[screen]")
{
    CHECK(decode_jpeg(any_jpeg(), 46)->size() == size);
    CHECK(decode_jpeg(any_jpeg(), 45)->size() == pixel_size{45, 30});
    CHECK(decode_jpeg(any_jpeg(), 20)->size() == pixel_size{23, 15});
    CHECK(decode_jpeg(any_jpeg(), 1000)->size() == size);
}

TEST_CASE("what is not a JPEG is refused", "[screen]")
{
    CHECK_FALSE(jpeg_size({}));
    CHECK_FALSE(decode_jpeg({}));
    CHECK_FALSE(jpeg_size(bytes(100, std::byte{'x'})));
    CHECK_FALSE(decode_jpeg(encode_png(samples::gradient(size))));
}

TEST_CASE("a truncated JPEG is an error, wherever it ends", "[screen]")
{
    const bytes whole = any_jpeg();
    REQUIRE(decode_jpeg(whole));
    for (std::size_t length = 0; length < whole.size(); length += 5)
        CHECK_FALSE(decode_jpeg(std::span(whole).first(length)));
    CHECK_FALSE(decode_jpeg(std::span(whole).first(whole.size() - 1)));
}

TEST_CASE("a giant JPEG is refused before it is read", "[screen]")
{
    CHECK_FALSE(jpeg_size(claiming({largest_edge + 1, 10})));
    CHECK_FALSE(jpeg_size(claiming({10, largest_edge + 1})));
    CHECK_FALSE(jpeg_size(claiming({largest_edge, largest_edge}))); // its area
    CHECK_FALSE(jpeg_size(claiming({0, 10})));
    CHECK(jpeg_size(claiming({largest_edge, 10})) == pixel_size{largest_edge, 10});
    CHECK_FALSE(decode_jpeg(claiming({largest_edge, 10}))); // there is not as much in it
}

TEST_CASE("flipped bytes never crash the JPEG decoder", "[screen]")
{
    const bytes whole = encode_jpeg(samples::noise({32, 24}), 50);
    REQUIRE(rc::check([&] {
        bytes broken = whole;
        const auto where = *rc::gen::inRange<std::size_t>(0, broken.size());
        broken[where] = static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>());
        const auto decoded = decode_jpeg(broken);
        RC_CLASSIFY(decoded.has_value(), "still readable");
    }));
}

} // namespace thimble::screen
