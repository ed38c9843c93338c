// Formats of real streams, as decoders are told of them.
#include "device/media/video_formats.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/video/hevc_stream.hpp"

#include <span>

namespace thimble::tests {
namespace {

namespace media = device::media;

std::vector<media::bytes> sets_of_bars()
{
    auto first = bars_709_full().front();
    first.pop_back(); // the slice
    return first;
}

} // namespace

TEST_CASE("a stream's format names codec, sizes and configuration", "[media]")
{
    const auto sets = sets_of_bars();
    REQUIRE(sets.size() == 3);
    const auto format = media::format_of(sets);
    REQUIRE(format);
    CHECK((*format)->codec == "hvc1.1.6.L30.90");
    CHECK((*format)->coded == screen::pixel_size{.width = 136, .height = 104});
    CHECK((*format)->shown == screen::area{.x = 0, .y = 0, .width = 130, .height = 98});
    CHECK((*format)->parameter_sets == sets);
    const auto& record = (*format)->configuration;
    CHECK(hexadecimal(std::span(record).first(23)) == "01"
                                                      "01600000009000000000001e"
                                                      "f000fcfdf8f800000f03");
    std::string rest;
    for (const auto& each : sets) {
        auto length = hexadecimal(media::bytes{static_cast<std::byte>(each.size())});
        rest += (type_of(each) == 32 ? "a0" : type_of(each) == 33 ? "a1" : "a2");
        rest += "000100" + length + hexadecimal(each);
    }
    CHECK(hexadecimal(std::span(record).subspan(23)) == rest);
}

TEST_CASE("parameters that describe no stream of a panel make no format", "[media]")
{
    auto sets = sets_of_bars();
    sets.pop_back();
    CHECK(media::format_of(sets).error() == "a parameter set is missing");
    sets = sets_of_bars();
    sets[1].resize(20);
    CHECK(media::format_of(sets).error() == "the parameter set breaks off");
    sets = sets_of_bars();
    sets[1] = bytes_of("4201 01 01 60010101 b01111111111 99 a000804845c0"); // 4,104 pixels wide
    CHECK(media::format_of(sets).error() == "pictures are larger than any panel");
    sets[1] = bytes_of("4201 01 01 60010101 b01111111111 99 a000800845c0"); // 4,096
    CHECK(media::format_of(sets));
}

} // namespace thimble::tests
