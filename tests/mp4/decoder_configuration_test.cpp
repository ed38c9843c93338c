// Parameter sets of HEVC as a decoder is configured by them.
#include "mp4/decoder_configuration.hpp"
#include "tests/catch2.hpp"
#include "tests/mp4/boxes.hpp"
#include "tests/video/encoded_video.hpp"

#include <algorithm>

namespace thimble::mp4 {

namespace {

/// Bits, the first the most significant, as a parameter set with a NAL header.
class written_bits {
public:
    written_bits& put(std::uint64_t value, unsigned count)
    {
        for (unsigned each = count; each > 0; --each)
            bits_.push_back((value >> (each - 1) & 1U) != 0);
        return *this;
    }

    written_bits& exp_golomb(std::uint64_t value)
    {
        unsigned length = 0;
        while ((value + 1) >> (length + 1) != 0)
            ++length;
        return put(0, length).put(value + 1, length + 1);
    }

    /// With what keeps start codes out of it.
    bytes unit(unsigned type) const
    {
        bytes out{static_cast<std::byte>(type << 1U), std::byte{1}};
        int zeros = 0;
        for (std::size_t at = 0; at < bits_.size(); at += 8) {
            unsigned octet = 0;
            for (std::size_t bit = at; bit < at + 8; ++bit)
                octet = octet * 2 + (bit < bits_.size() && bits_[bit] ? 1U : 0U);
            if (zeros == 2 && octet <= 3) {
                out.push_back(std::byte{3});
                zeros = 0;
            }
            zeros = octet == 0 ? zeros + 1 : 0;
            out.push_back(static_cast<std::byte>(octet));
        }
        return out;
    }

private:
    std::vector<bool> bits_;
};

struct written_set {
    unsigned layers = 1;
    std::uint64_t chroma_format = 1;
    std::uint64_t width = 1136;
    std::uint64_t height = 2464;
    std::vector<std::uint64_t> cut = {}; // left, right, top, bottom
    std::uint64_t luma = 0;
    std::uint64_t chroma = 0;

    bytes unit() const
    {
        written_bits to;
        to.put(0, 4).put(layers - 1, 3).put(1, 1);
        to.put(0, 2).put(1, 1).put(2, 5).put(0x20000000, 32).put(0xB00000000000, 48).put(153, 8);
        for (unsigned each = 1; each < layers; ++each)
            to.put(3, 2); // profile and level
        if (layers > 1)
            to.put(0, 2 * (8 - (layers - 1)));
        for (unsigned each = 1; each < layers; ++each)
            to.put(0, 48).put(0, 40).put(0, 8);
        to.exp_golomb(0).exp_golomb(chroma_format);
        if (chroma_format == 3)
            to.put(0, 1);
        to.exp_golomb(width).exp_golomb(height).put(cut.empty() ? 0 : 1, 1);
        for (const auto each : cut)
            to.exp_golomb(each);
        return to.exp_golomb(luma).exp_golomb(chroma).put(1, 1).unit(33);
    }
};

std::string problem_of(const bytes& set)
{
    const auto read = read_picture_parameters(set);
    return read ? std::string() : read.error();
}

const bytes some_video_set{std::byte{0x40}, std::byte{1}, std::byte{9}};
const bytes some_picture_set{std::byte{0x44}, std::byte{1}, std::byte{7}, std::byte{8}};

} // namespace

TEST_CASE("the parameters that another encoder has written are read", "[mp4]")
{
    const auto& video = test::sample_video();
    CHECK(video.width == 96);
    CHECK(video.height == 208);
    CHECK(video.codec == "hvc1.1.6.L90.90");
    const auto read = read_configuration(video.configuration);
    REQUIRE(read);
    CHECK(read->width == 96);
    CHECK(read->height == 208);
    CHECK(read->luma_bits == 8);
    CHECK(read->chroma_format == 1);
    CHECK(read->temporal_layers == 1);
    CHECK(read->profile.idc == 1);
    CHECK(read->profile.level == 90);
    CHECK_FALSE(read->profile.high_tier);
}

TEST_CASE("edges that are cut off do not count, in units of the chroma format", "[mp4]")
{
    written_set of;
    of.cut = {0, 4, 0, 14};
    CHECK(read_picture_parameters(of.unit())->width == 1128);
    CHECK(read_picture_parameters(of.unit())->height == 2436);
    of.chroma_format = 2;
    CHECK(read_picture_parameters(of.unit())->height == 2450);
    of.chroma_format = 3;
    CHECK(read_picture_parameters(of.unit())->width == 1132);
    of.chroma_format = 0;
    CHECK(read_picture_parameters(of.unit())->height == 2450);
    of.cut = {0, 2000, 0, 0};
    CHECK(problem_of(of.unit()) == "pictures of that size are none");
}

TEST_CASE("temporal layers and depths are read", "[mp4]")
{
    const auto read = read_picture_parameters(
        written_set{.layers = 3, .width = 64, .height = 32, .luma = 2, .chroma = 1}.unit());
    REQUIRE(read);
    CHECK(read->temporal_layers == 3);
    CHECK(read->temporal_nesting);
    CHECK(read->luma_bits == 10);
    CHECK(read->chroma_bits == 9);
    CHECK(read->width == 64);
}

TEST_CASE("the record is written bit by bit as the standard says", "[mp4]")
{
    const auto sequence_set = written_set{.layers = 1, .luma = 2, .chroma = 2}.unit();
    const auto made = decoder_configuration(
        {.video = some_video_set, .sequence = sequence_set, .picture = some_picture_set});
    REQUIRE(made);
    CHECK(hexadecimal_of(std::span(*made).first(23)) == "01"           // version
                                                        "22"           // high tier, Main 10
                                                        "20000000"     // compatibility
                                                        "b00000000000" // constraints
                                                        "99"           // level 5.1
                                                        "f000"
                                                        "fc"
                                                        "fd" // 4:2:0
                                                        "fa" // ten bits
                                                        "fa"
                                                        "0000"
                                                        "0f" // one layer, nested, lengths of four
                                                        "03");
    CHECK(hexadecimal_of(std::span(*made).subspan(23, 8)) == "a000010003" // the video set
                                                             "400109");
    CHECK(hexadecimal_of(std::span(*made).last(9)) == "a200010004" // the picture set
                                                      "44010708");
    CHECK(read_configuration(*made) == read_picture_parameters(sequence_set));
}

TEST_CASE("a codec is named with flags in reverse and without zeros at its end", "[mp4]")
{
    CHECK(codec_name({.idc = 1, .compatibility = 0x60000000, .constraints = {0xB0}, .level = 93}) ==
          "hvc1.1.6.L93.B0");
    CHECK(codec_name({.space = 1,
                      .high_tier = true,
                      .idc = 4,
                      .compatibility = 0x08000000,
                      .constraints = {0xBF, 0, 1},
                      .level = 150}) == "hvc1.A4.10.H150.BF.0.1");
    CHECK(codec_name({.idc = 2, .compatibility = 0, .level = 30}) == "hvc1.2.0.L30");
}

TEST_CASE("parameter sets that make no sense are refused", "[mp4]")
{
    CHECK(problem_of({}) == "a parameter set of that length is none");
    CHECK(problem_of(bytes(5000)) == "a parameter set of that length is none");
    const auto whole = written_set{}.unit();
    for (std::size_t length = 3; length < whole.size() - 1; ++length)
        CHECK_FALSE(
            problem_of(bytes(whole.begin(), whole.begin() + std::ptrdiff_t(length))).empty());
    CHECK(problem_of(whole).empty());
    CHECK(problem_of(written_set{.layers = 8}.unit()) == "too many temporal layers");
    CHECK(problem_of(written_set{.chroma_format = 4}.unit()) == "no such chroma format");
    CHECK(problem_of(written_set{.width = 0}.unit()) == "pictures of that size are none");
    CHECK(problem_of(written_set{.width = 16'385}.unit()) == "pictures of that size are none");
    CHECK(problem_of(written_set{.cut = {}, .luma = 9}.unit()) == "too many bits in a sample");
    written_set endless;
    endless.width = 0xFFFFFFFFFFULL;
    CHECK(problem_of(endless.unit()) == "the parameter set breaks off");
    const auto set = written_set{}.unit();
    CHECK_FALSE(
        decoder_configuration({.video = set, .sequence = set, .picture = some_picture_set}));
    CHECK_FALSE(decoder_configuration({.video = some_video_set, .sequence = {}, .picture = {}}));
}

TEST_CASE("a record that makes no sense is refused", "[mp4]")
{
    const auto& good = test::sample_video().configuration;
    CHECK_FALSE(read_configuration({}));
    for (std::size_t length = 0; length < 60; ++length)
        CHECK_FALSE(read_configuration(std::span(good).first(length)));
    auto other = good;
    other[0] = std::byte{2};
    CHECK(read_configuration(other).error() == "no decoder configuration of HEVC");
    other = good;
    other[21] = std::byte{0};
    CHECK(read_configuration(other).error() == "lengths of its units have other than four bytes");
    other = good;
    other[22] = std::byte{0};
    CHECK_FALSE(read_configuration(other));
}

} // namespace thimble::mp4
