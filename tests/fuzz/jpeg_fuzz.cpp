// JPEG pictures: whatever comes is either a picture, and then comes as asked for, or is refused.
// One byte for the format and whether a part is asked for, one for the edge, four for the part,
// then the JPEG.
#include "screen/conversion.hpp"
#include "screen/jpeg.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <memory>

namespace thimble::fuzz {

namespace {

constexpr std::size_t header_bytes = 6;

screen::view view_of(const std::uint8_t* data, screen::pixel_size screenshot)
{
    screen::view out;
    out.format = static_cast<screen::picture_format>(data[0] % 3);
    out.max_edge = 64 + data[1];
    if ((data[0] & 0x80) != 0)
        out.part = screen::area{.x = screenshot.width * data[2] / 256,
                                .y = screenshot.height * data[3] / 256,
                                .width = 1 + (screenshot.width * data[4] / 256),
                                .height = 1 + (screenshot.height * data[5] / 256)};
    return out;
}

int longest(screen::pixel_size of)
{
    return std::max(of.width, of.height);
}

void check_shown(const screen::picture& shown, const screen::view& as)
{
    require(shown.data != nullptr && !shown.data->empty(), "a picture has bytes");
    require(shown.format == as.format, "a picture has the format that was asked for");
    require(std::min(shown.size.width, shown.size.height) >= 1, "a picture is not empty");
    const int edge = longest(shown.size);
    require(as.part ? edge <= as.max_edge : edge == as.max_edge, "a picture is as large as asked");
    if (shown.format == screen::picture_format::jpeg)
        require(screen::jpeg_size(*shown.data) == shown.size, "a JPEG says its size");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace screen = thimble::screen;
    namespace fuzz = thimble::fuzz;
    if (size < fuzz::header_bytes)
        return 0;
    const auto jpeg = std::as_bytes(std::span(data, size)).subspan(fuzz::header_bytes);
    const auto claimed = screen::jpeg_size(jpeg);
    const screen::picture from{.format = screen::picture_format::jpeg,
                               .size = claimed.value_or(screen::pixel_size{}),
                               .data =
                                   std::make_shared<const screen::bytes>(jpeg.begin(), jpeg.end())};
    const auto as = fuzz::view_of(data, claimed ? screen::scaled_size(*claimed) : from.size);
    const auto shown = screen::converted(from, as);
    fuzz::require(claimed || !shown, "what has no size is no picture");
    if (shown)
        fuzz::check_shown(*shown, as);
    const auto small = screen::reduced(from, as.max_edge);
    if (small)
        fuzz::require(fuzz::longest(small->size()) == as.max_edge,
                      "a small copy is as large as asked");
    return 0;
}
