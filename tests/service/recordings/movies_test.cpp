// Recordings of a phone that has video of its own.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/program.hpp"
#include "tests/mp4/boxes.hpp"
#include "tests/service/recordings/recorded_phone.hpp"
#include "text/iso_time.hpp"

#include <array>
#include <fstream>

namespace thimble::service::test {

using nlohmann::json;

namespace {

mp4::box_content bytes_in(const std::string& content)
{
    return std::as_bytes(std::span(content));
}

/// Sum of the samples in all fragments. Throws where a box is not whole.
std::uint64_t samples_in(const std::string& movie)
{
    std::uint64_t out = 0;
    for (const auto& each : mp4::boxes_in(bytes_in(movie)))
        if (each.type == "moof")
            out += mp4::number_in(mp4::find_box(each.content, "traf/trun").content, 4, 4);
    return out;
}

/// Plays so many units of the sample from `from` on.
void play_units(with_recordings& on, std::size_t from, std::size_t count)
{
    for (std::size_t each = from; each < from + count; ++each)
        on.play(each);
}

} // namespace

TEST_CASE("a phone's own video becomes a movie", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(begun.at("status") == "recording");
    CHECK(begun.at("phone_id") == on.id);
    CHECK(begun.at("format").is_null());
    CHECK(begun.at("started_at").is_null());
    CHECK(begun.at("session_id").is_null());
    CHECK(begun.at("max_duration_s") == 600);
    CHECK(on.videos(1));
    CHECK(on.streams(0)); // no pictures are made for it
    CHECK(on.content(begun).error() == "DATA_NOT_FOUND");
    on.play(3); // of no use before a key
    const auto first = on.unit(0);
    on.play(first);
    CHECK(on.becomes(begun, "format", "mp4"));
    play_units(on, 1, 29);
    CHECK(on.becomes(begun, "pictures", 30));
    const auto ended = on.stopped(begun);
    CHECK(ended.at("status") == "completed");
    CHECK(ended.at("ended_by") == "stopped");
    CHECK(ended.at("width") == 96);
    CHECK(ended.at("height") == 208);
    CHECK(ended.at("started_at") ==
          iso_time(std::chrono::floor<std::chrono::milliseconds>(first.captured_at)));
    CHECK(on.videos(0));
    const auto movie = on.content(begun);
    CHECK(movie.status == 200);
    CHECK(movie.field("content-type") == "video/mp4");
    CHECK(movie.field("content-disposition") ==
          "attachment; filename=\"recording-" + begun.at("id").get<std::string>() + ".mp4\"");
    CHECK(movie.field("accept-ranges") == "bytes");
    CHECK(movie.body.size() == ended.at("bytes"));
    CHECK(samples_in(movie.body) == 30);
    const auto entry =
        mp4::find_box(bytes_in(movie.body), "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC");
    CHECK(std::ranges::equal(entry.content, thimble::test::sample_video().configuration));
    CHECK(on.stopped(begun) == ended); // once more
}

TEST_CASE("a movie shows the screen without the edge of its encoder", "[recordings]")
{
    with_recordings on;
    on.have_panel({.width = 90, .height = 200});
    const auto begun = on.record();
    CHECK(on.videos(1));
    play_units(on, 0, 2);
    CHECK(on.becomes(begun, "pictures", 2));
    const auto ended = on.stopped(begun);
    CHECK(ended.at("width") == 90);
    CHECK(ended.at("height") == 200);
    const auto movie = on.content(begun).body;
    const auto aperture =
        mp4::find_box(bytes_in(movie), "moov/trak/mdia/minf/stbl/stsd/hvc1/clap").content;
    CHECK(mp4::number_in(aperture, 0, 4) == 90);
    CHECK(mp4::number_in(aperture, 8, 4) == 200);
}

TEST_CASE("another program plays a recording, at the times of the units", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    std::vector<double> times;
    const auto base = std::chrono::system_clock::now();
    for (std::size_t each = 0; each < 30; ++each) {
        auto unit = on.unit(each);
        unit.captured_at = base + std::chrono::milliseconds(each * 16 + each % 5 * 3);
        times.push_back(static_cast<double>(each * 16 + each % 5 * 3) / 1000);
        on.play(unit);
    }
    CHECK(on.becomes(begun, "pictures", 30));
    on.stopped(begun);
    const e2e::temporary_directory folder;
    const auto file = folder.path() / "recording.mp4";
    std::ofstream(file, std::ios::binary) << on.content(begun).body;
    const auto told = e2e::run("ffprobe", {"-v", "error", "-of", "json", "-show_packets",
                                           "-count_frames", "-show_streams", file.string()});
    if (told.code == 127 || told.output.empty()) {
        WARN("skipped: ffprobe is not installed");
        return;
    }
    CHECK(told.errors.empty()); // it has decoded every frame
    const auto seen = json::parse(told.output);
    CHECK(seen.at("streams").at(0).at("nb_read_frames") == "30");
    for (std::size_t each = 0; each < times.size(); ++each)
        CHECK(std::stod(seen.at("packets").at(each).at("pts_time").get<std::string>()) ==
              Approx(times[each]).margin(0.0005));
}

TEST_CASE("a recording can be read while it grows", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    play_units(on, 0, 16); // a key ends the first fragment
    CHECK(on.becomes(begun, "pictures", 16));
    const auto now = on.content(begun);
    CHECK(now.status == 200);
    CHECK(samples_in(now.body) >= 15);
    const auto part = on.content(begun, {{"Range", "bytes=4-7"}});
    CHECK(part.status == 206);
    CHECK(part.body == "ftyp");
    CHECK(part.field("content-range") == "bytes 4-7/*");
    // Although nothing more comes, all but the last are written by then.
    play_units(on, 16, 4);
    CHECK(e2e::eventually(std::chrono::seconds(30),
                          [&] { return samples_in(on.content(begun).body) == 19; }));
    on.stopped(begun);
    CHECK(samples_in(on.content(begun).body) == 20);
}

TEST_CASE("parts of a recording are what was asked for", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    play_units(on, 0, 30);
    CHECK(on.becomes(begun, "pictures", 30));
    const auto size = on.stopped(begun).at("bytes").get<std::size_t>();
    const auto whole = on.content(begun).body;
    REQUIRE(whole.size() == size);
    const auto last = on.content(begun, {{"Range", "bytes=-100"}});
    CHECK(last.status == 206);
    CHECK(last.body == whole.substr(size - 100));
    CHECK(last.field("content-range") == "bytes " + std::to_string(size - 100) + "-" +
                                             std::to_string(size - 1) + "/" + std::to_string(size));
    CHECK(on.content(begun, {{"Range", "bytes=10-"}}).body == whole.substr(10));
    CHECK(on.content(begun, {{"Range", "bytes=1-2,4-5"}}).body == whole);
    const auto beyond = on.content(begun, {{"Range", "bytes=999999999-"}});
    CHECK(beyond.status == 416);
    CHECK(beyond.error() == "RANGE_NOT_SATISFIABLE");
    CHECK(beyond.field("content-range") == "bytes */" + std::to_string(size));
    http_client asking(on.running.port());
    const auto head = asking.ask("HEAD", on.path_of(begun, "/content"), {{"X-API-Key", api_key}});
    CHECK(head.status == 200);
    CHECK(head.field("content-length") == std::to_string(size));
    CHECK(head.body.empty());
}

TEST_CASE("units that were lost leave the picture before them in place", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    play_units(on, 0, 5);
    on.lose();
    play_units(on, 6, 3); // of no use without the one that was lost
    play_units(on, 15, 2);
    CHECK(on.becomes(begun, "pictures", 7));
    CHECK(on.stopped(begun).at("status") == "completed");
    CHECK(samples_in(on.content(begun).body) == 7);
}

TEST_CASE("what waits for the disk is limited over all recordings", "[recordings]")
{
    const auto& sample = thimble::test::sample_video().units;
    limits granted;
    granted.recordings.waiting_bytes = sample.at(0).data.size() + sample.at(1).data.size();
    with_recordings on(granted);
    const std::array begun{on.record(), on.record()};
    CHECK(on.videos(1));
    const auto pictures = [&] {
        return on.shown(begun[0]).at("pictures").get<int>() +
               on.shown(begun[1]).at("pictures").get<int>();
    };
    const std::array units{on.unit(0), on.unit(1)};
    on.running.direct([&](auto& desktop) {
        for (const auto& each : units)
            desktop.play(each); // before any of them can be written
    });
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] { return pictures() == 2; }));
    on.play(15); // a key, from which the one goes on that has lost both
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] { return pictures() == 4; }));
}

TEST_CASE("a movie goes on where the clock of its pictures is set back", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    const auto base = std::chrono::system_clock::now();
    std::size_t at = 0;
    for (const int milliseconds : {0, 100, -600'000, -599'900}) {
        auto unit = on.unit(at++);
        unit.captured_at = base + std::chrono::milliseconds(milliseconds);
        on.play(unit);
    }
    CHECK(on.becomes(begun, "pictures", 4));
    CHECK(on.stopped(begun).at("duration_ms") >= 200);
    CHECK(samples_in(on.content(begun).body) == 4);
}

TEST_CASE("a movie does not begin before it was asked for", "[recordings]")
{
    with_recordings on;
    const auto asked = std::chrono::system_clock::now();
    const auto begun = on.record();
    CHECK(on.videos(1));
    auto key = on.unit(0); // by a clock that is behind
    key.captured_at = asked - std::chrono::milliseconds(500);
    on.play(key);
    CHECK(on.becomes(begun, "pictures", 1));
    CHECK(on.stopped(begun).at("started_at") >= begun.at("created_at"));
}

TEST_CASE("a recording asks for a key, as a viewer does", "[recordings]")
{
    with_recordings on;
    auto viewer = on.watch_video();
    CHECK(on.running.until([](const auto& seen) { return seen.restarted_videos.size() == 1; }));
    const auto begun = on.record();
    on.play(0);
    CHECK(on.becomes(begun, "format", "mp4"));
    CHECK(on.running.seen().restarted_videos.size() == 1);
}

TEST_CASE("a phone of another video ends the movie", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    on.play(0);
    auto other = on.unit(0);
    auto configuration = *other.configuration;
    configuration.record.back() ^= std::byte{1};
    other.configuration = std::make_shared<const link::video_configuration>(configuration);
    on.play(other);
    CHECK(on.becomes(begun, "status", "completed"));
    CHECK(on.shown(begun).at("ended_by") == "video_changed");
    CHECK(samples_in(on.content(begun).body) == 1);
}

TEST_CASE("a movie that would be too large ends with a whole fragment", "[recordings]")
{
    with_recordings on;
    constexpr std::size_t most = 1024 * 1024;
    const auto begun = on.record({{"max_bytes", most}});
    CHECK(on.videos(1));
    for (int each = 0; each < 12; ++each) {
        auto unit = on.unit(each % 2 == 0 ? 0 : 1); // a key ends the fragment before
        screen::bytes data(100'004);
        data[1] = std::byte{1};
        data[2] = std::byte{0x86};
        data[3] = std::byte{0xA0}; // a hundred thousand
        unit.data = std::make_shared<const screen::bytes>(std::move(data));
        on.play(unit);
    }
    CHECK(on.becomes(begun, "status", "completed"));
    const auto ended = on.shown(begun);
    CHECK(ended.at("ended_by") == "max_bytes");
    const auto movie = on.content(begun).body;
    CHECK(movie.size() <= most);
    CHECK(movie.size() == ended.at("bytes"));
    CHECK(samples_in(movie) == ended.at("pictures"));
    CHECK(samples_in(movie) == 10);
}

TEST_CASE("a phone that goes away and comes back goes on in the same movie", "[recordings]")
{
    with_recordings on;
    const auto begun = on.record();
    CHECK(on.videos(1));
    play_units(on, 0, 2);
    CHECK(on.becomes(begun, "pictures", 2));
    on.unplug();
    CHECK(on.videos(0));
    on.have_video(true);
    CHECK(on.videos(1));
    play_units(on, 0, 2);
    CHECK(on.becomes(begun, "pictures", 4));
    CHECK(on.stopped(begun).at("status") == "completed");
    CHECK(samples_in(on.content(begun).body) == 4);
}

} // namespace thimble::service::test
