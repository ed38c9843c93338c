// Parameter sets of a video stream, each behind its length in two bytes: a format that is made of
// them names a size, a codec and a record that has them all.
#include "device/media/video_formats.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace media = device::media;

std::vector<media::bytes> sets_in(media::byte_view from)
{
    std::vector<media::bytes> result;
    while (from.size() > 2) {
        const auto length =
            std::min<std::size_t>(from.size() - 2, (std::to_integer<std::size_t>(from[0]) << 8U) |
                                                       std::to_integer<std::size_t>(from[1]));
        const auto set = from.subspan(2, length);
        result.emplace_back(set.begin(), set.end());
        from = from.subspan(2 + length);
    }
    return result;
}

void check_format(const device::video_format& of)
{
    const auto& [codec, record, sets, coded, shown] = of;
    require(codec.starts_with("hvc1."), "the codec has a name");
    require(shown.width > 0 && shown.height > 0 && shown.x >= 0 && shown.y >= 0, "a part is shown");
    require(shown.x + shown.width <= coded.width && shown.y + shown.height <= coded.height,
            "it lies within the picture");
    std::size_t least = 23;
    for (const auto& each : sets)
        if (media::nal::is_parameter_set(media::nal_type(each).value_or(0)))
            least += each.size();
    require(record.size() >= least, "the record has the parameters");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto sets = fuzz::sets_in(std::as_bytes(std::span(data, size)));
    for (const auto& each : sets)
        static_cast<void>(device::media::parse_sequence_parameters(each));
    if (const auto format = device::media::format_of(sets))
        fuzz::check_format(**format);
    return 0;
}
