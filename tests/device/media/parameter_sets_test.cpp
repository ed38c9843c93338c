// Parameters of real streams, and what decoders are told of them.
#include "device/media/bit_reader.hpp"
#include "device/media/video_formats.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/video/hevc_stream.hpp"

#include <algorithm>
#include <bit>

namespace thimble::tests {
namespace {

namespace media = device::media;

std::vector<media::bytes> sets_of_bars()
{
    auto first = bars_709_full().front();
    first.pop_back(); // the slice
    return first;
}

/// Bits one after another, as an encoder writes parameters.
class bit_writer {
public:
    void bits(std::uint32_t value, unsigned count)
    {
        for (; count > 0; --count, ++at_) {
            if (at_ % 8 == 0)
                written_.push_back({});
            if (((value >> (count - 1)) & 1U) != 0)
                written_.back() |= static_cast<std::byte>(0x80U >> (at_ % 8));
        }
    }

    void number(std::uint32_t value)
    {
        const auto length = static_cast<unsigned>(std::bit_width(value + 1));
        bits(0, length - 1);
        bits(value + 1, length);
    }

    const media::bytes& written() const { return written_; }

private:
    media::bytes written_;
    std::size_t at_ = 0;
};

struct sequence {
    unsigned layers = 1;
    unsigned chroma = 1;
    std::uint32_t width = 1136;
    std::uint32_t height = 2464;
    std::vector<std::uint32_t> cut{}; // left, right, top, bottom
    std::uint32_t more_bits = 0;
};

/// As a phone's encoder would write it; with nothing in it that has to be escaped.
media::bytes sequence_unit(const sequence& what)
{
    bit_writer to;
    to.bits(0x4201, 16);
    to.bits(0, 4);
    to.bits(what.layers - 1, 3);
    to.bits(1, 1);
    for (int each = 0; each < 12; ++each)
        to.bits(0x77, 8);
    if (what.layers > 1) {
        for (unsigned each = 1; each < what.layers; ++each)
            to.bits(each % 2 == 0 ? 3 : 1, 2); // every other one with a profile of its own
        for (unsigned each = what.layers - 1; each < 8; ++each)
            to.bits(0, 2);
        for (unsigned each = 1; each < what.layers; ++each)
            for (unsigned part = 0; part < (each % 2 == 0 ? 12U : 1U); ++part)
                to.bits(0x55, 8);
    }
    to.number(0);
    to.number(what.chroma);
    if (what.chroma == 3)
        to.bits(0, 1);
    to.number(what.width);
    to.number(what.height);
    to.bits(what.cut.empty() ? 0 : 1, 1);
    for (const auto each : what.cut)
        to.number(each);
    to.number(what.more_bits);
    to.number(what.more_bits);
    to.bits(0x80, 8);
    return to.written();
}

} // namespace

TEST_CASE("bits are read as they lie, and numbers in their code", "[media]")
{
    const auto content = bytes_of("a6 42 98 e2 04 8a 17");
    media::bit_reader from(content); // 1 010 011 00100 00101 00110 00111 0001000 0001001 …
    for (std::uint32_t expected = 0; expected < 9; ++expected)
        CHECK(from.number() == expected);
    CHECK_FALSE(from.failed());
    from.skip(100);
    CHECK(from.failed());
    CHECK(from.bits(8) == 0);
    const media::bytes nothing(9);
    media::bit_reader zeros(nothing);
    CHECK(zeros.number() == 0);
    CHECK(zeros.failed());
}

TEST_CASE("what keeps start codes out is taken out again", "[media]")
{
    CHECK(hexadecimal(media::unescaped(bytes_of("4201 000003 01 000003 0003"))) ==
          "00000100000003");
    CHECK(media::unescaped(bytes_of("42")).empty());
}

TEST_CASE("size and cut of a stream are known from its parameters", "[media]")
{
    const auto sets = sets_of_bars();
    REQUIRE(sets.size() == 3);
    const auto parsed = media::parse_sequence_parameters(sets[1]);
    REQUIRE(parsed);
    CHECK(parsed->coded == screen::pixel_size{.width = 136, .height = 104});
    CHECK(parsed->shown == screen::area{.x = 0, .y = 0, .width = 130, .height = 98});
    CHECK(parsed->chroma_format == 1);
    CHECK(parsed->luma_bits == 8);
    CHECK(parsed->chroma_bits == 8);
}

TEST_CASE("a stream's format names codec, sizes and configuration", "[media]")
{
    const auto sets = sets_of_bars();
    const auto format = media::format_of(sets);
    REQUIRE(format);
    CHECK((*format)->codec == "hvc1.1.6.L30.90");
    CHECK((*format)->coded.width == 136);
    CHECK((*format)->shown.width == 130);
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

TEST_CASE("a format needs a set of each kind, and not too many", "[media]")
{
    auto sets = sets_of_bars();
    sets.pop_back();
    CHECK(media::format_of(sets).error() == "the stream lacks parameters");
    sets = sets_of_bars();
    sets[1].resize(20);
    CHECK(media::format_of(sets).error() == "the sequence's parameters are cut off");
    sets = sets_of_bars();
    sets.resize(media::most_parameter_sets + 1, sets.back());
    CHECK(media::format_of(sets).error() == "the stream has too many parameters");
    sets = sets_of_bars();
    sets[2].resize(media::longest_parameter_set + 1);
    CHECK_FALSE(media::format_of(sets));
}

TEST_CASE("codec names have what is not zero", "[media]")
{
    media::sequence_parameters what;
    const auto profile = bytes_of("01 60000000 b00000000000 7b");
    std::ranges::copy(profile, what.profile.begin());
    CHECK(media::codec_string(what) == "hvc1.1.6.L123.B0");
    const auto other = bytes_of("62 20000000 900000000001 99");
    std::ranges::copy(other, what.profile.begin());
    CHECK(media::codec_string(what) == "hvc1.A2.4.H153.90.0.0.0.0.1");
    const auto bare = bytes_of("01 60000000 000000000000 5d");
    std::ranges::copy(bare, what.profile.begin());
    CHECK(media::codec_string(what) == "hvc1.1.6.L93");
}

TEST_CASE("a stream that cuts nothing off shows all of it", "[media]")
{
    const auto parsed = media::parse_sequence_parameters(sequence_unit({}));
    REQUIRE(parsed);
    CHECK(parsed->coded == screen::pixel_size{.width = 1136, .height = 2464});
    CHECK(parsed->shown == screen::area{.x = 0, .y = 0, .width = 1136, .height = 2464});
}

TEST_CASE("what is cut off counts in samples of colour", "[media]")
{
    const auto parsed = media::parse_sequence_parameters(sequence_unit({.cut = {1, 5, 2, 12}}));
    REQUIRE(parsed);
    CHECK(parsed->shown == screen::area{.x = 2, .y = 4, .width = 1124, .height = 2436});
    const auto full = media::parse_sequence_parameters(
        sequence_unit({.chroma = 3, .cut = {1, 5, 2, 12}, .more_bits = 2}));
    REQUIRE(full);
    CHECK(full->shown == screen::area{.x = 1, .y = 2, .width = 1130, .height = 2450});
    CHECK(full->luma_bits == 10);
}

TEST_CASE("what layers have of their own is passed over", "[media]")
{
    for (unsigned layers = 2; layers <= 7; ++layers) {
        const auto parsed = media::parse_sequence_parameters(sequence_unit({.layers = layers}));
        REQUIRE(parsed);
        CHECK(parsed->temporal_layers == layers);
        CHECK(parsed->coded.width == 1136);
    }
}

TEST_CASE("cut-off, giant and empty pictures are refused", "[media]")
{
    const auto whole = sequence_unit({});
    for (std::size_t length = 0; length + 3 < whole.size(); ++length)
        CHECK_FALSE(media::parse_sequence_parameters(std::span(whole).first(length)));
    CHECK_FALSE(media::parse_sequence_parameters(sequence_unit({.layers = 8})));
    CHECK_FALSE(media::parse_sequence_parameters(sequence_unit({.chroma = 4})));
    CHECK_FALSE(media::parse_sequence_parameters(sequence_unit({.width = 8'193})));
    CHECK_FALSE(media::parse_sequence_parameters(sequence_unit({.height = 0})));
    CHECK_FALSE(media::parse_sequence_parameters(sequence_unit({.cut = {284, 284, 0, 0}})));
    CHECK_FALSE(
        media::parse_sequence_parameters(sequence_unit({.cut = {0xffff'fff0, 0xffff'fff0, 0, 0}})));
    CHECK_FALSE(media::parse_sequence_parameters(sequence_unit({.more_bits = 9})));
}

} // namespace thimble::tests
