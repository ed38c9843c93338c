// Movies as another program sees them, where ffprobe is installed.
#include "mp4/fragmented_movie.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/video/encoded_video.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <optional>

namespace thimble::mp4 {

namespace {

using namespace std::chrono_literals;

/// Answer of ffprobe about a file; nothing where there is no ffprobe.
std::optional<nlohmann::json> probed(const std::filesystem::path& file)
{
    const auto told = e2e::run("ffprobe", {"-v", "error", "-of", "json", "-show_streams",
                                           "-show_packets", "-show_format", file.string()});
    if (told.code == 127 || told.output.empty())
        return std::nullopt;
    CHECK(told.errors.empty());
    CHECK(told.code == 0);
    return nlohmann::json::parse(told.output);
}

/// The sample's units a few times over, at times that are not even.
struct recorded {
    explicit recorded(const std::filesystem::path& path, turn turned = turn::none)
        : movie({.configuration = test::sample_video().configuration,
                 .width = test::sample_video().width,
                 .height = test::sample_video().height,
                 .turned = turned,
                 .created_at = std::chrono::system_clock::now()}),
          file(path, std::ios::binary)
    {
        append(movie.head());
    }

    void append(const bytes& what)
    {
        file.write(reinterpret_cast<const char*>(what.data()),
                   static_cast<std::streamsize>(what.size()));
        file.flush();
    }

    void record(int rounds)
    {
        for (int round = 0; round < rounds; ++round) {
            for (const auto& unit : test::sample_video().units) {
                at += 16'667us + std::chrono::microseconds(times.size() % 7 * 5'000);
                times.push_back(at);
                append(movie.add({.data = unit.data, .key = unit.key, .at = at}));
            }
            at += 7s; // the screen stands still
            append(movie.flush());
        }
    }

    fragmented_movie movie;
    std::ofstream file;
    std::chrono::microseconds at{-16'667};
    std::vector<std::chrono::microseconds> times;
};

} // namespace

TEST_CASE("ffprobe finds the samples of ten minutes at their times", "[mp4]")
{
    const e2e::temporary_directory folder;
    recorded of(folder.path() / "screen.mp4");
    of.record(76);
    CHECK(of.at > 10min);
    of.append(of.movie.finish(of.at));
    const auto told = probed(folder.path() / "screen.mp4");
    if (!told) {
        WARN("skipped: ffprobe is not installed");
        return;
    }
    const auto& stream = told->at("streams").at(0);
    CHECK(stream.at("codec_name") == "hevc");
    CHECK(stream.at("codec_tag_string") == "hvc1");
    CHECK(stream.at("width") == 96);
    CHECK(stream.at("height") == 208);
    CHECK(stream.at("time_base") == "1/90000");
    const auto& packets = told->at("packets");
    REQUIRE(packets.size() == of.times.size());
    for (std::size_t each = 0; each < packets.size(); ++each) {
        const auto at = std::stod(packets[each].at("pts_time").get<std::string>());
        CHECK(at == Approx(std::chrono::duration<double>(of.times[each]).count()).margin(0.0001));
        const bool key = packets[each].at("flags").get<std::string>().starts_with("K");
        CHECK(key == test::sample_video().units[each % 30].key);
    }
}

TEST_CASE("ffprobe reads a movie that has not ended", "[mp4]")
{
    const e2e::temporary_directory folder;
    recorded of(folder.path() / "screen.mp4");
    of.record(2);
    const auto told = probed(folder.path() / "screen.mp4");
    if (!told) {
        WARN("skipped: ffprobe is not installed");
        return;
    }
    CHECK(told->at("packets").size() == of.times.size() - 1); // how long the last one is shown
    of.record(1);
    CHECK(probed(folder.path() / "screen.mp4")->at("packets").size() == of.times.size() - 1);
}

TEST_CASE("ffprobe sees how a movie is turned", "[mp4]")
{
    const e2e::temporary_directory folder;
    for (const auto& [turned, degrees] :
         {std::pair(turn::quarter, -90), std::pair(turn::half, -180),
          std::pair(turn::three_quarters, 90)}) {
        recorded of(folder.path() / "screen.mp4", turned);
        of.record(1);
        of.append(of.movie.finish(of.at));
        const auto told = probed(folder.path() / "screen.mp4");
        if (!told) {
            WARN("skipped: ffprobe is not installed");
            return;
        }
        const auto& sides = told->at("streams").at(0).at("side_data_list");
        const int seen = sides.at(0).at("rotation");
        CHECK((seen - degrees) % 360 == 0);
    }
}

} // namespace thimble::mp4
