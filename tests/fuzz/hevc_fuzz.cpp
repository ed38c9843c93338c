// Parameter sets of HEVC and the decoder configurations that they stand in. Each input is read as
// either; a set that is taken makes a record that says the same.
#include "mp4/decoder_configuration.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>

namespace thimble::fuzz {

namespace {

void check_parameters(const mp4::picture_parameters& read)
{
    require(read.width > 0 && read.width <= 16'384, "a width is one");
    require(read.height > 0 && read.height <= 16'384, "a height is one");
    require(read.luma_bits >= 8 && read.luma_bits <= 16, "a depth is one");
    require(read.temporal_layers >= 1 && read.temporal_layers <= 7, "there are layers");
    const auto name = mp4::codec_name(read.profile);
    require(name.starts_with("hvc1.") && name.size() < 64, "a codec has a name");
}

void check_set(std::span<const std::byte> set)
{
    const auto read = mp4::read_picture_parameters(set);
    if (!read)
        return require(!read.error().empty(), "an error has a reason");
    check_parameters(*read);
    constexpr std::array video_set{std::byte{0x40}, std::byte{1}, std::byte{0}};
    constexpr std::array picture_set{std::byte{0x44}, std::byte{1}, std::byte{0}};
    const auto record =
        mp4::decoder_configuration({.video = video_set, .sequence = set, .picture = picture_set});
    if (record)
        require(mp4::read_configuration(*record) == read, "the record says the same");
}

void check_record(std::span<const std::byte> record)
{
    if (const auto read = mp4::read_configuration(record))
        check_parameters(*read);
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto input = std::as_bytes(std::span(data, size));
    fuzz::check_set(input);
    fuzz::check_record(input);
    return 0;
}
