// The parameters of a sequence as far as sizes and decoders need them.
#include "hevc/sequence_parameters.hpp"
#include "tests/catch2.hpp"
#include "tests/hevc/written_set.hpp"
#include "tests/video/encoded_video.hpp"

namespace thimble::hevc {

namespace {

std::string problem_of(const bytes& set)
{
    const auto read = read_sequence_parameters(set);
    return read ? std::string() : read.error();
}

} // namespace

TEST_CASE("the parameters that another encoder has written are read", "[hevc]")
{
    const auto& video = test::sample_video();
    CHECK(video.width == 96);
    CHECK(video.height == 208);
    CHECK(video.codec == "hvc1.1.6.L90.90");
    const auto read = read_configuration(video.configuration);
    REQUIRE(read);
    CHECK(read->shown.width == 96);
    CHECK(read->shown.height == 208);
    CHECK(read->luma_bits == 8);
    CHECK(read->chroma_format == 1);
    CHECK(read->temporal_layers == 1);
    CHECK(read->profile.idc == 1);
    CHECK(read->profile.level == 90);
    CHECK_FALSE(read->profile.high_tier);
}

TEST_CASE("a stream that cuts nothing off shows all of it", "[hevc]")
{
    const auto read = read_sequence_parameters(written_set{}.unit());
    REQUIRE(read);
    CHECK(read->coded_width == 1136);
    CHECK(read->coded_height == 2464);
    CHECK(read->shown == window{.x = 0, .y = 0, .width = 1136, .height = 2464});
}

TEST_CASE("what is cut off counts in samples of colour", "[hevc]")
{
    written_set of;
    of.cut = {1, 5, 2, 12};
    const auto shown = [&of] { return read_sequence_parameters(of.unit()).value().shown; };
    CHECK(shown() == window{.x = 2, .y = 4, .width = 1124, .height = 2436});
    of.chroma_format = 2;
    CHECK(shown() == window{.x = 2, .y = 2, .width = 1124, .height = 2450});
    of.chroma_format = 3;
    CHECK(shown() == window{.x = 1, .y = 2, .width = 1130, .height = 2450});
    of.chroma_format = 0;
    CHECK(shown() == window{.x = 1, .y = 2, .width = 1130, .height = 2450});
    for (const auto& all : {std::vector<std::uint64_t>{0, 2000, 0, 0},
                            std::vector<std::uint64_t>{0xFFFFFFF0, 0xFFFFFFF0, 0, 0}}) {
        of.cut = all;
        CHECK(problem_of(of.unit()) == "pictures of that size are none");
    }
}

TEST_CASE("temporal layers and depths are read", "[hevc]")
{
    const auto read = read_sequence_parameters(
        written_set{.layers = 3, .width = 64, .height = 32, .luma = 2, .chroma = 1}.unit());
    REQUIRE(read);
    CHECK(read->temporal_layers == 3);
    CHECK(read->temporal_nesting);
    CHECK(read->luma_bits == 10);
    CHECK(read->chroma_bits == 9);
    CHECK(read->shown.width == 64);
}

TEST_CASE("what layers have of their own is passed over", "[hevc]")
{
    for (unsigned layers = 2; layers <= 7; ++layers)
        for (const bool bare : {false, true}) {
            const auto read =
                read_sequence_parameters(written_set{.layers = layers, .bare_layers = bare}.unit());
            REQUIRE(read);
            CHECK(read->temporal_layers == layers);
            CHECK(read->coded_width == 1136);
        }
}

TEST_CASE("parameter sets that make no sense are refused", "[hevc]")
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
    CHECK(problem_of(written_set{.luma = 7}.unit()).empty());
    CHECK(problem_of(written_set{.luma = 8}.unit()) == "too many bits in a sample");
    written_set endless;
    endless.width = 0xFFFFFFFFFFULL;
    CHECK(problem_of(endless.unit()) == "the parameter set breaks off");
}

} // namespace thimble::hevc
