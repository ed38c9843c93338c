// Parameters of a stream, read and written as decoders take them.
#include "hevc/decoder_configuration.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/hevc/written_set.hpp"
#include "tests/video/encoded_video.hpp"

namespace thimble::hevc {

namespace {

using tests::hexadecimal;

const bytes some_video_set{std::byte{0x40}, std::byte{1}, std::byte{9}};
const bytes some_picture_set{std::byte{0x44}, std::byte{1}, std::byte{7}, std::byte{8}};

std::string record_problem(const std::vector<bytes>& sets)
{
    const auto made = decoder_configuration(sets);
    return made ? std::string() : made.error();
}

} // namespace

TEST_CASE("the record is written bit by bit as the standard says", "[hevc]")
{
    const auto sequence_set = written_set{.layers = 1, .luma = 2, .chroma = 2}.unit();
    // In any order, and with a set of the samples among them.
    const auto made = decoder_configuration(
        std::vector{sequence_set, some_picture_set, bytes(5), some_video_set, some_picture_set});
    REQUIRE(made);
    const auto record = std::span<const std::byte>(*made);
    CHECK(hexadecimal(record.first(23)) == "01"           // version
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
    CHECK(hexadecimal(record.subspan(23, 8)) == "a000010003" // the video set
                                                "400109");
    CHECK(hexadecimal(record.last(15)) == "a20002"
                                          "000444010708"
                                          "000444010708");
    CHECK(read_configuration(*made) == read_sequence_parameters(sequence_set));
}

TEST_CASE("a codec is named with flags in reverse and without zeros at its end", "[hevc]")
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

TEST_CASE("a record needs a set of each kind, and not too many", "[hevc]")
{
    const auto set = written_set{}.unit();
    CHECK(record_problem({some_video_set, set, some_picture_set}).empty());
    CHECK(record_problem({set, set, some_picture_set}) == "a parameter set is missing");
    CHECK(record_problem({some_video_set}) == "a parameter set is missing");
    CHECK(record_problem({some_video_set, bytes(set.begin(), set.begin() + 20),
                          some_picture_set}) == "the parameter set breaks off");
    std::vector<bytes> many{some_video_set, set};
    many.resize(most_parameter_sets + 1, some_picture_set);
    CHECK(record_problem(many) == "there are too many parameter sets, or too long ones");
    many.pop_back();
    CHECK(record_problem(many).empty());
    many.back().resize(longest_parameter_set + 1);
    CHECK(record_problem(many) == "there are too many parameter sets, or too long ones");
}

TEST_CASE("a record that makes no sense is refused", "[hevc]")
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

} // namespace thimble::hevc
