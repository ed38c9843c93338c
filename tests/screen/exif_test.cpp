#include "screen/exif.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/sample_pictures.hpp"

#include <rapidcheck.h>
#include <utility>
#include <vector>

namespace thimble::screen::exif {

namespace {

using samples::big_endian_tiff;
using samples::bytes_of;
using samples::little_endian_tiff;
using samples::with_exif;

const bytes empty_jpeg = bytes_of({0xff, 0xd8, 0xff, 0xd9});

int orientation_in(const bytes& tiff)
{
    return orientation_of(with_exif(empty_jpeg, tiff));
}

bytes changed(bytes tiff, std::size_t at, int value)
{
    tiff.at(at) = static_cast<std::byte>(value);
    return tiff;
}

} // namespace

TEST_CASE("the orientation is read in both byte orders", "[screen]")
{
    for (int value = 1; value <= 8; ++value) {
        CHECK(orientation_in(big_endian_tiff(value)) == value);
        CHECK(orientation_in(little_endian_tiff(value)) == value);
    }
}

TEST_CASE("an orientation that makes no sense is upright", "[screen]")
{
    CHECK(orientation_of({}) == 1);
    CHECK(orientation_of(empty_jpeg) == 1);
    CHECK(orientation_in({}) == 1);
    for (const int value : {0, 9, 255})
        CHECK(orientation_in(little_endian_tiff(value)) == 1);
    const bytes six = big_endian_tiff(6);
    CHECK(orientation_in(changed(six, 0, 'X')) == 1);   // no byte order
    CHECK(orientation_in(changed(six, 3, 43)) == 1);    // not TIFF
    CHECK(orientation_in(changed(six, 7, 200)) == 1);   // a directory behind the end
    CHECK(orientation_in(changed(six, 4, 0xff)) == 1);  // far behind it
    CHECK(orientation_in(changed(six, 9, 0)) == 1);     // without entries
    CHECK(orientation_in(changed(six, 11, 0x13)) == 1); // another tag
    CHECK(orientation_in(changed(six, 13, 4)) == 1);    // another type
    CHECK(orientation_in(changed(six, 17, 2)) == 1);    // two values
}

TEST_CASE("the orientation is found among other segments and entries", "[screen]")
{
    const bytes comment = bytes_of({0xff, 0xff, 0xfe, 0, 4, 'h', 'i'});
    bytes jpeg = with_exif(empty_jpeg, big_endian_tiff(8));
    jpeg.insert(jpeg.begin() + 2, comment.begin(), comment.end());
    CHECK(orientation_of(jpeg) == 8);
    bytes two_entries = changed(big_endian_tiff(3), 9, 2);
    const bytes other = bytes_of({1, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 5}); // width
    two_entries.insert(two_entries.begin() + 10, other.begin(), other.end());
    CHECK(orientation_in(two_entries) == 3);
}

TEST_CASE("EXIF data that ends too early is upright", "[screen]")
{
    const bytes whole = with_exif(empty_jpeg, little_endian_tiff(6));
    const std::size_t value_at = 2 + 4 + 6 + 18;
    for (std::size_t length = 0; length < value_at; ++length)
        CHECK(orientation_of(std::span(whole).first(length)) == 1);
    CHECK(orientation_in(changed(little_endian_tiff(9), 8, 255)) ==
          1); // more entries than there are
}

TEST_CASE("what is behind the first scan is not looked at", "[screen]")
{
    bytes jpeg = bytes_of({0xff, 0xd8, 0xff, 0xda, 0, 2});
    const bytes tail = with_exif(empty_jpeg, big_endian_tiff(6));
    jpeg.insert(jpeg.end(), tail.begin() + 2, tail.end());
    CHECK(orientation_of(jpeg) == 1);
}

TEST_CASE("whatever EXIF data holds, the orientation is one of eight", "[screen]")
{
    REQUIRE(rc::check([] {
        bytes jpeg = with_exif(empty_jpeg, big_endian_tiff(6));
        const int changes = *rc::gen::inRange(1, 6);
        for (int i = 0; i < changes; ++i) {
            const auto where = *rc::gen::inRange<std::size_t>(2, jpeg.size());
            jpeg[where] = static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>());
        }
        const int orientation = orientation_of(jpeg);
        RC_ASSERT(orientation >= 1 && orientation <= 8);
    }));
}

TEST_CASE("each orientation turns as EXIF says", "[screen]")
{
    // Where the upright picture's top left and top right corners are stored.
    using corner = std::pair<bool, bool>; // on the right, at the bottom
    const auto stored_corner = [](int orientation, int x) {
        const auto how = turning_of(orientation);
        const auto where = stored_area({.x = x, .y = 0, .width = 1, .height = 1}, {2, 2}, how);
        return corner(where.x == 1, where.y == 1);
    };
    const std::vector<std::pair<corner, corner>> expected{
        {{false, false}, {true, false}}, {{true, false}, {false, false}},
        {{true, true}, {false, true}},   {{false, true}, {true, true}},
        {{false, false}, {false, true}}, {{false, true}, {false, false}},
        {{true, true}, {true, false}},   {{true, false}, {true, true}}};
    for (int orientation = 1; orientation <= 8; ++orientation) {
        INFO("orientation " << orientation);
        const auto& [left, right] = expected.at(static_cast<std::size_t>(orientation - 1));
        CHECK(stored_corner(orientation, 0) == left);
        CHECK(stored_corner(orientation, 1) == right);
    }
}

} // namespace thimble::screen::exif
