// Parameter sets of HEVC and the decoder configurations that they stand in. Each input is read as
// one set, as a record, and as sets behind their lengths in two bytes; sets that are taken make a
// record that says the same.
#include "hevc/decoder_configuration.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

using octets = std::span<const std::byte>;

void check_parameters(const hevc::sequence_parameters& read)
{
    const auto& shown = read.shown;
    require(shown.width > 0 && shown.height > 0, "a part is shown");
    require(read.coded_width <= 16'384 && read.coded_height <= 16'384, "a picture has a size");
    require(shown.x + shown.width <= read.coded_width &&
                shown.y + shown.height <= read.coded_height,
            "the part lies within the picture");
    require(read.luma_bits >= 8 && read.luma_bits <= 15, "a depth is one");
    require(read.chroma_bits >= 8 && read.chroma_bits <= 15, "a depth is one");
    require(read.temporal_layers >= 1 && read.temporal_layers <= 7, "there are layers");
    const auto name = hevc::codec_name(read.profile);
    require(name.starts_with("hvc1.") && name.size() < 64, "a codec has a name");
}

void check_set(octets set)
{
    const auto read = hevc::read_sequence_parameters(set);
    if (!read)
        return require(!read.error().empty(), "an error has a reason");
    check_parameters(*read);
}

void check_record(octets record)
{
    if (const auto read = hevc::read_configuration(record))
        check_parameters(*read);
}

std::vector<hevc::bytes> sets_in(octets from)
{
    std::vector<hevc::bytes> result;
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

void check_sets(const std::vector<hevc::bytes>& sets)
{
    const auto record = hevc::decoder_configuration(sets);
    if (!record)
        return require(!record.error().empty(), "an error has a reason");
    const auto read = hevc::read_configuration(*record);
    require(read.has_value(), "a record that was written is read");
    check_parameters(*read);
    require(
        std::ranges::any_of(
            sets, [&](const auto& each) { return hevc::read_sequence_parameters(each) == read; }),
        "it says what a set has said");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto input = std::as_bytes(std::span(data, size));
    fuzz::check_set(input);
    fuzz::check_record(input);
    fuzz::check_sets(fuzz::sets_in(input));
    return 0;
}
