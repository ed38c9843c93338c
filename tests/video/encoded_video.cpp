#include "tests/video/encoded_video.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace thimble::test {

namespace {

using byte_span = std::span<const std::byte>;

constexpr unsigned first_parameter_set = 32;
constexpr unsigned last_parameter_set = 34;
constexpr unsigned first_key = 16; // of the slices of pictures that need no other
constexpr unsigned last_key = 23;
constexpr unsigned last_slice = 31;

unsigned type_of(byte_span unit)
{
    return std::to_integer<unsigned>(unit[0]) >> 1U & 0x3FU;
}

bool begins_picture(byte_span slice)
{
    return slice.size() > 2 && (slice[2] & std::byte{0x80}) != std::byte{0};
}

void append_unit(hevc::bytes& to, byte_span unit)
{
    for (unsigned shift = 32; shift > 0; shift -= 8)
        to.push_back(static_cast<std::byte>(unit.size() >> (shift - 8)));
    to.insert(to.end(), unit.begin(), unit.end());
}

} // namespace

std::vector<byte_span> nal_units(byte_span from)
{
    std::vector<std::size_t> starts; // behind each start code
    for (std::size_t at = 0; at + 3 <= from.size(); ++at)
        if (from[at] == std::byte{0} && from[at + 1] == std::byte{0} &&
            from[at + 2] == std::byte{1})
            starts.push_back(at + 3);
    std::vector<byte_span> out;
    for (std::size_t each = 0; each < starts.size(); ++each) {
        auto end = each + 1 < starts.size() ? starts[each + 1] - 3 : from.size();
        while (end > starts[each] && from[end - 1] == std::byte{0})
            --end; // a start code may be longer
        out.push_back(from.subspan(starts[each], end - starts[each]));
    }
    return out;
}

encoded_video read_annex_b(byte_span from)
{
    encoded_video out;
    std::vector<hevc::bytes> sets;
    for (const auto unit : nal_units(from)) {
        const auto type = type_of(unit);
        if (type >= first_parameter_set && type <= last_parameter_set) {
            hevc::bytes set(unit.begin(), unit.end());
            if (std::ranges::find(sets, set) == sets.end()) // encoders repeat them
                sets.push_back(std::move(set));
            continue;
        }
        if (type > last_slice)
            continue;
        if (begins_picture(unit))
            out.units.push_back({.data = {}, .key = type >= first_key && type <= last_key});
        append_unit(out.units.at(out.units.size() - 1).data, unit);
    }
    auto made = hevc::decoder_configuration(sets);
    if (!made)
        throw std::runtime_error(made.error());
    out.configuration = std::move(*made);
    const auto read = hevc::read_configuration(out.configuration).value();
    out.codec = hevc::codec_name(read.profile);
    out.width = static_cast<std::uint16_t>(read.shown.width);
    out.height = static_cast<std::uint16_t>(read.shown.height);
    return out;
}

const encoded_video& sample_video()
{
    static const encoded_video video = [] {
        std::ifstream from(THIMBLE_TEST_VIDEO, std::ios::binary);
        const std::vector<char> content{std::istreambuf_iterator<char>(from), {}};
        return read_annex_b(std::as_bytes(std::span(content)));
    }();
    return video;
}

} // namespace thimble::test
