// Changes of a screen that a touch has made, and those that come by themselves.
#include "device/coredevice/driver/screen_sight.hpp"
#include "screen/png.hpp"
#include "tests/catch2.hpp"

#include <memory>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
using coredevice::still_screen;

constexpr int drawn_width = 160;
constexpr int drawn_height = 344; // 24 of the status bar, then 32 rows of 10

class drawn_picture {
public:
    void fill(int left, int top, int wide, int tall, std::uint8_t shade)
    {
        for (int y = top; y < top + tall; ++y)
            for (int x = left * 3; x < (left + wide) * 3; ++x)
                image_.pixels()[(static_cast<std::size_t>(y) * image_.row_bytes()) +
                                static_cast<std::size_t>(x)] = shade;
    }

    coredevice::screen_sight seen() const
    {
        const auto sight = coredevice::sight_of(
            {.format = screen::picture_format::png,
             .size = image_.size(),
             .data = std::make_shared<screen::bytes>(screen::encode_png(image_))});
        REQUIRE(sight);
        return *sight;
    }

private:
    screen::image image_{screen::pixel_size{.width = drawn_width, .height = drawn_height}};
};

} // namespace

TEST_CASE("a screen that stands still shows no change, and one that is touched does", "[gate]")
{
    drawn_picture picture;
    const auto before = picture.seen();
    const still_screen still(before, before);
    CHECK(still.usable());
    CHECK_FALSE(still.changed_in(before));
    picture.fill(0, 100, drawn_width, 60, 200);
    CHECK(still.changed_in(picture.seen()));
}

TEST_CASE("the clock of the status bar is no change", "[gate]")
{
    drawn_picture picture;
    const auto before = picture.seen();
    picture.fill(20, 4, 30, 16, 255);
    CHECK(picture.seen() == before);
}

TEST_CASE("a caret is no change, whether it was seen to blink or not", "[gate]")
{
    drawn_picture picture;
    const auto without = picture.seen();
    picture.fill(51, 100, 2, 12, 255);
    const auto with = picture.seen();
    CHECK(without != with);
    CHECK_FALSE(still_screen(without, without).changed_in(with));
    CHECK(still_screen(without, with).usable());
    CHECK_FALSE(still_screen(without, with).changed_in(without));
}

TEST_CASE("what moves by itself hides nothing beside it", "[gate]")
{
    drawn_picture picture;
    const auto first = picture.seen();
    picture.fill(0, 30, drawn_width, 60, 10); // a film in the upper part
    const auto second = picture.seen();
    const still_screen still(first, second);
    CHECK(still.usable());
    picture.fill(0, 30, drawn_width, 60, 20);
    CHECK_FALSE(still.changed_in(picture.seen()));
    picture.fill(0, 250, drawn_width, 60, 20);
    CHECK(still.changed_in(picture.seen()));
}

TEST_CASE("a film over the whole screen tells nothing", "[gate]")
{
    drawn_picture picture;
    const auto first = picture.seen();
    picture.fill(0, 0, drawn_width, drawn_height, 10);
    CHECK_FALSE(still_screen(first, picture.seen()).usable());
    CHECK_FALSE(still_screen({}, {}).usable());
}

TEST_CASE("a picture of another shape is a change, and one that is none cannot be seen", "[gate]")
{
    drawn_picture picture;
    const auto before = picture.seen();
    CHECK(still_screen(before, before).changed_in({}));
    CHECK_FALSE(coredevice::sight_of({.format = screen::picture_format::png,
                                      .size = {},
                                      .data = std::make_shared<screen::bytes>()}));
    CHECK_FALSE(
        coredevice::sight_of({.format = screen::picture_format::jpeg, .size = {}, .data = {}}));
}

} // namespace thimble::tests
