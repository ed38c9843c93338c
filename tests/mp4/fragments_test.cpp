// Fragments: where they end, and what stands in them.
#include "mp4/fragmented_movie.hpp"
#include "tests/catch2.hpp"
#include "tests/mp4/boxes.hpp"

#include <algorithm>

namespace thimble::mp4 {

namespace {

using namespace std::chrono_literals;

struct told_sample {
    std::uint64_t duration = 0; // ticks
    std::string data;
    bool key = false;

    friend bool operator==(const told_sample&, const told_sample&) = default;
};

struct told_fragment {
    std::uint64_t number = 0;
    std::uint64_t at = 0; // ticks
    std::vector<told_sample> samples;
};

/// All fragments in what was written, read by the rules of the standard.
std::vector<told_fragment> fragments_in(box_content written)
{
    std::vector<told_fragment> out;
    const auto all = boxes_in(written);
    for (std::size_t each = 0; each < all.size(); each += 2) {
        REQUIRE(all.at(each).type == "moof");
        REQUIRE(all.at(each + 1).type == "mdat");
        const auto moof = all.at(each).content;
        told_fragment told{.number = number_in(find_box(moof, "mfhd").content, 4, 4),
                           .at = number_in(find_box(moof, "traf/tfdt").content, 4, 8),
                           .samples = {}};
        const auto run = find_box(moof, "traf/trun").content;
        auto data = all.at(each).at + number_in(run, 8, 4);
        CHECK(data == all.at(each + 1).at + 8);
        for (std::uint64_t sample = 0; sample < number_in(run, 4, 4); ++sample) {
            const auto place = 12 + sample * 12;
            const auto size = number_in(run, place + 4, 4);
            told_sample one{.duration = number_in(run, place, 4), .data = {}, .key = false};
            for (const auto octet : written.subspan(data, size))
                one.data += static_cast<char>(octet);
            one.key = number_in(run, place + 8, 4) == 0x02000000;
            CHECK((one.key || number_in(run, place + 8, 4) == 0x01010000));
            told.samples.push_back(one);
            data += size;
        }
        out.push_back(told);
    }
    return out;
}

/// A movie whose samples are texts, and what it has written behind its head.
struct written_movie {
    explicit written_movie(movie_limits granted = {}) : movie({.configuration = {}}, granted) {}

    void add(const std::string& text, std::chrono::microseconds at, bool key = false)
    {
        append(movie.add({.data = std::as_bytes(std::span(text)), .key = key, .at = at}));
    }

    void append(const bytes& more) { written.insert(written.end(), more.begin(), more.end()); }

    std::vector<told_fragment> fragments() const { return fragments_in(written); }

    fragmented_movie movie;
    bytes written;
};

} // namespace

TEST_CASE("a fragment is a box of facts and a box of data", "[mp4]")
{
    written_movie of;
    of.add("abc", 0us, true);
    of.add("de", 500ms);
    CHECK(of.written.empty());
    of.append(of.movie.finish(600ms));
    CHECK(hexadecimal_of(of.written) == "00000070" // 112 bytes
                                        "6d6f6f66" // moof
                                        "00000010"
                                        "6d666864" // mfhd
                                        "00000000"
                                        "00000001" // the first
                                        "00000058"
                                        "74726166" // traf
                                        "00000010"
                                        "74666864" // tfhd
                                        "00020000" // offsets are from moof
                                        "00000001" // the track
                                        "00000014"
                                        "74666474" // tfdt
                                        "01000000"
                                        "0000000000000000"
                                        "0000002c"
                                        "7472756e" // trun
                                        "00000701" // offset; duration, size, flags of each
                                        "00000002" // samples
                                        "00000078" // where the data begins
                                        "0000afc8" // 45,000 ticks
                                        "00000003"
                                        "02000000" // needs no other
                                        "00002328" // 9,000
                                        "00000002"
                                        "01010000" // needs others
                                        "0000000d"
                                        "6d646174" // mdat
                                        "6162636465");
}

TEST_CASE("a fragment ends before a key, and after a second", "[mp4]")
{
    written_movie of;
    of.add("1", 0ms, true);
    of.add("2", 100ms);
    of.add("3", 1000ms); // a second: 1 and 2 are written
    of.add("4", 1500ms);
    of.add("5", 1600ms, true); // 3 and 4 are
    of.add("6", 2599ms);
    const auto written = of.fragments();
    REQUIRE(written.size() == 2);
    CHECK(written[0].number == 1);
    CHECK(written[0].at == 0);
    CHECK(written[0].samples ==
          std::vector<told_sample>{{.duration = 9'000, .data = "1", .key = true},
                                   {.duration = 81'000, .data = "2"}});
    CHECK(written[1].number == 2);
    CHECK(written[1].at == 90'000);
    CHECK(written[1].samples == std::vector<told_sample>{{.duration = 45'000, .data = "3"},
                                                         {.duration = 9'000, .data = "4"}});
    CHECK(of.movie.length() == 2599ms);
    CHECK(of.movie.written().samples == 4);
    CHECK(of.movie.written().until == 1600ms);
}

TEST_CASE("what was written stands on its own whenever the movie stops growing", "[mp4]")
{
    written_movie of;
    std::string all;
    for (int each = 0; each < 200; ++each) {
        all += static_cast<char>('a' + each % 26);
        of.add(all.substr(all.size() - 1), each * 17ms, each % 90 == 0);
        std::string told;
        for (const auto& fragment : of.fragments()) // throws where a box is not whole
            for (const auto& sample : fragment.samples)
                told += sample.data;
        CHECK(all.starts_with(told));
    }
    of.append(of.movie.finish(200 * 17ms));
    std::uint64_t at = 0;
    std::uint64_t number = 0;
    std::string told;
    for (const auto& fragment : of.fragments()) {
        CHECK(fragment.at == at);
        CHECK(fragment.number == ++number);
        for (const auto& sample : fragment.samples) {
            at += sample.duration;
            told += sample.data;
        }
    }
    CHECK(told == all);
    CHECK(at == 200 * 17 * 90); // nothing is lost by rounding
}

TEST_CASE("a screen that stands still does not keep back what is known", "[mp4]")
{
    written_movie of;
    of.append(of.movie.flush());
    of.add("1", 0ms, true);
    of.append(of.movie.flush());
    CHECK(of.written.empty()); // how long it lasts is not known
    of.add("2", 40ms);
    of.append(of.movie.flush());
    REQUIRE(of.fragments().size() == 1);
    CHECK(of.fragments()[0].samples ==
          std::vector<told_sample>{{.duration = 3'600, .data = "1", .key = true}});
    of.append(of.movie.flush());
    CHECK(of.fragments().size() == 1);
    of.append(of.movie.finish(60s));
    REQUIRE(of.fragments().size() == 2);
    CHECK(of.fragments()[1].at == 3'600);
    CHECK(of.fragments()[1].samples ==
          std::vector<told_sample>{{.duration = 5'396'400, .data = "2"}});
    CHECK(of.movie.length() == 60s);
}

TEST_CASE("a movie begins with a key", "[mp4]")
{
    written_movie of;
    of.add("lost", 0ms);
    of.add("", 1ms, true);
    of.append(of.movie.finish(5s));
    CHECK(of.written.empty());
    of.add("1", 10ms, true);
    of.append(of.movie.finish(11ms));
    REQUIRE(of.fragments().size() == 1);
    CHECK(of.fragments()[0].at == 900);
    CHECK(of.fragments()[0].samples.front().data == "1");
}

TEST_CASE("times that stand still or go back are brought in order", "[mp4]")
{
    written_movie of;
    of.add("1", 100ms, true);
    of.add("2", 100ms);
    of.add("3", 50ms);
    of.append(of.movie.finish(0ms));
    REQUIRE(of.fragments().size() == 1);
    CHECK(of.fragments()[0].at == 9'000);
    const auto written = of.fragments();
    for (const auto& each : written[0].samples)
        CHECK(each.duration == 1);
}

TEST_CASE("a fragment has limits", "[mp4]")
{
    written_movie few({.fragment_samples = 2});
    for (const auto* each : {"1", "2", "3"})
        few.add(each, few.movie.length() + 1ms, few.movie.length() == 0ms);
    REQUIRE(few.fragments().size() == 1);
    CHECK(few.fragments()[0].samples.size() == 2);
    written_movie small({.fragment_bytes = 4});
    small.add("abc", 0ms, true);
    small.add("de", 1ms);
    small.add("fghijk", 2ms);
    small.add("l", 3ms);
    REQUIRE(small.fragments().size() == 3);
    CHECK(small.fragments()[2].samples.front().data == "fghijk");
    written_movie still({.longest_sample = 1h});
    still.add("1", 0ms, true);
    still.add("2", 30h);
    still.append(still.movie.finish(31h));
    REQUIRE(still.fragments().size() == 2);
    CHECK(still.fragments()[0].samples.front().duration == std::uint64_t{3600} * 90'000);
    CHECK(still.fragments()[1].at == std::uint64_t{3600} * 90'000);
}

} // namespace thimble::mp4
