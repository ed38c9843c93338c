// The head of a movie, box by box.
#include "mp4/movie_head.hpp"
#include "tests/catch2.hpp"
#include "tests/mp4/boxes.hpp"

namespace thimble::mp4 {

namespace {

using namespace std::chrono_literals;

/// 1970 is 2,082,844,800 seconds behind 1904, 7c25b080 in hexadecimal digits.
video_track small_track()
{
    return {.configuration = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}},
            .width = 96,
            .height = 208,
            .turned = turn::none,
            .created_at = std::chrono::system_clock::time_point(1s + 999ms)};
}

/// The content of the box at that path.
std::string content_of(const bytes& head, std::string_view path)
{
    return hexadecimal_of(find_box(head, path).content);
}

std::vector<std::string> types_in(box_content of)
{
    std::vector<std::string> out;
    for (const auto& each : boxes_in(of))
        out.push_back(each.type);
    return out;
}

const std::string no_turn = "00010000"
                            "00000000"
                            "00000000"
                            "00000000"
                            "00010000"
                            "00000000"
                            "00000000"
                            "00000000"
                            "40000000";

} // namespace

TEST_CASE("a movie begins with the kind of file that it is", "[mp4]")
{
    const auto head = movie_head(small_track());
    CHECK(types_in(head) == std::vector<std::string>{"ftyp", "moov"});
    CHECK(hexadecimal_of(std::span(head).first(28)) == "0000001c"   // 28 bytes
                                                       "66747970"   // ftyp
                                                       "69736f36"   // iso6
                                                       "00000000"   // of no version
                                                       "69736f35"   // iso5
                                                       "69736f36"   // iso6
                                                       "6d703431"); // mp41
}

TEST_CASE("the movie's boxes lie in one another as the standard says", "[mp4]")
{
    using types = std::vector<std::string>;
    const auto head = movie_head(small_track());
    const auto in = [&](std::string_view path) { return types_in(inside(find_box(head, path))); };
    CHECK(in("moov") == types{"mvhd", "trak", "mvex"});
    CHECK(in("moov/trak") == types{"tkhd", "mdia"});
    CHECK(in("moov/trak/mdia") == types{"mdhd", "hdlr", "minf"});
    CHECK(in("moov/trak/mdia/minf") == types{"vmhd", "dinf", "stbl"});
    CHECK(in("moov/trak/mdia/minf/dinf") == types{"dref"});
    CHECK(in("moov/trak/mdia/minf/dinf/dref") == types{"url "});
    CHECK(in("moov/trak/mdia/minf/stbl") == types{"stsd", "stts", "stsc", "stsz", "stco"});
    CHECK(in("moov/trak/mdia/minf/stbl/stsd") == types{"hvc1"});
    CHECK(in("moov/trak/mdia/minf/stbl/stsd/hvc1") == types{"hvcC"});
    CHECK(in("moov/mvex") == types{"trex"});
}

TEST_CASE("the movie's header has no duration, and ninety thousand ticks a second", "[mp4]")
{
    CHECK(content_of(movie_head(small_track()), "moov/mvhd") ==
          "01000000"
          "000000007c25b081" // made
          "000000007c25b081" // changed
          "00015f90"         // ticks of a second
          "0000000000000000" // duration
          "00010000"         // rate
          "0100"             // volume
          "00000000000000000000" +
              no_turn +
              "000000000000000000000000000000000000000000000000"
              "00000002"); // the next track
}

TEST_CASE("the track's header has the size of its pictures", "[mp4]")
{
    CHECK(content_of(movie_head(small_track()), "moov/trak/tkhd") ==
          "01000003" // enabled, in the movie
          "000000007c25b081"
          "000000007c25b081"
          "00000001" // its id
          "00000000"
          "0000000000000000"
          "0000000000000000"
          "0000"
          "0000"
          "0000"
          "0000" +
              no_turn +
              "00600000"   // 96
              "00d00000"); // 208
}

TEST_CASE("pictures that lie are turned by the track's matrix", "[mp4]")
{
    const auto matrix_of = [](turn how) {
        auto of = small_track();
        of.turned = how;
        return content_of(movie_head(of), "moov/trak/tkhd").substr(104, 72);
    };
    CHECK(matrix_of(turn::none) == no_turn);
    CHECK(matrix_of(turn::quarter) == "00000000"
                                      "00010000"
                                      "00000000"
                                      "ffff0000"
                                      "00000000"
                                      "00000000"
                                      "00d00000"
                                      "00000000"
                                      "40000000");
    CHECK(matrix_of(turn::half) == "ffff0000"
                                   "00000000"
                                   "00000000"
                                   "00000000"
                                   "ffff0000"
                                   "00000000"
                                   "00600000"
                                   "00d00000"
                                   "40000000");
    CHECK(matrix_of(turn::three_quarters) == "00000000"
                                             "ffff0000"
                                             "00000000"
                                             "00010000"
                                             "00000000"
                                             "00000000"
                                             "00000000"
                                             "00600000"
                                             "40000000");
}

TEST_CASE("an edge of the pictures is not shown", "[mp4]")
{
    constexpr auto aperture = "moov/trak/mdia/minf/stbl/stsd/hvc1/clap";
    auto of = small_track();
    of.shown_width = 90;
    of.shown_height = 205;
    const auto head = movie_head(of);
    CHECK(content_of(head, aperture) == "0000005a00000001"   // 90
                                        "000000cd00000001"   // 205
                                        "fffffffa00000002"   // its centre is 3 further left,
                                        "fffffffd00000002"); // and 1.5 further up
    CHECK(content_of(head, "moov/trak/tkhd").substr(176) == "005a0000"
                                                            "00cd0000");
    of.turned = turn::half;
    CHECK(content_of(movie_head(of), "moov/trak/tkhd").substr(104 + 48, 16) == "005a0000"
                                                                               "00cd0000");
    of.shown_width = 97;
    of.shown_height = 0;
    CHECK(types_in(inside(find_box(movie_head(of), "moov/trak/mdia/minf/stbl/stsd/hvc1"))) ==
          std::vector<std::string>{"hvcC"});
}

TEST_CASE("the media is video of this file", "[mp4]")
{
    const auto head = movie_head(small_track());
    CHECK(content_of(head, "moov/trak/mdia/mdhd") == "01000000"
                                                     "000000007c25b081"
                                                     "000000007c25b081"
                                                     "00015f90"
                                                     "0000000000000000"
                                                     "55c4" // in no language
                                                     "0000");
    CHECK(content_of(head, "moov/trak/mdia/hdlr") == "00000000"
                                                     "00000000"
                                                     "76696465" // vide
                                                     "000000000000000000000000"
                                                     "53637265656e00"); // Screen
    CHECK(content_of(head, "moov/trak/mdia/minf/vmhd") == "00000001"
                                                          "0000"
                                                          "000000000000");
    CHECK(content_of(head, "moov/trak/mdia/minf/dinf/dref") == "00000000"
                                                               "00000001"
                                                               "0000000c" // a box of 12 bytes
                                                               "75726c20" // "url "
                                                               "00000001");
}

TEST_CASE("the only sample entry is hvc1 with the decoder's configuration", "[mp4]")
{
    CHECK(content_of(movie_head(small_track()), "moov/trak/mdia/minf/stbl/stsd") ==
          "00000000"
          "00000001"
          "00000062" // 98 bytes
          "68766331" // hvc1
          "000000000000"
          "0001" // the data reference
          "0000"
          "0000"
          "000000000000000000000000"
          "0060"
          "00d0"
          "00480000"
          "00480000"
          "00000000"
          "0001" // a picture in each sample
          "0000000000000000000000000000000000000000000000000000000000000000"
          "0018"
          "ffff"
          "0000000c" // 12 bytes
          "68766343" // hvcC
          "01020304");
}

TEST_CASE("the head has no samples, and says that fragments follow", "[mp4]")
{
    const auto head = movie_head(small_track());
    const std::string tables = "moov/trak/mdia/minf/stbl/";
    CHECK(content_of(head, tables + "stts") == "0000000000000000");
    CHECK(content_of(head, tables + "stsc") == "0000000000000000");
    CHECK(content_of(head, tables + "stsz") == "000000000000000000000000");
    CHECK(content_of(head, tables + "stco") == "0000000000000000");
    CHECK(content_of(head, "moov/mvex/trex") == "00000000"
                                                "00000001"   // the track
                                                "00000001"   // the sample entry
                                                "00000000"   // duration
                                                "00000000"   // size
                                                "00000000"); // flags
}

} // namespace thimble::mp4
