// A phone's own video through thimbled, from the phone's packets to those who watch:
// bench_video_live [SECONDS], 20 by default. Five viewers are given it as it is; then one is given
// JPEGs of it, thirty a second. The virtual phone plays what scripts/stream_loop has made, sixty
// pictures a second. Ends with 1 when pictures come late or not at all, or cost too much.
#include "bench/command_line.hpp"
#include "bench/measurement.hpp"
#include "bench/process_usage.hpp"
#include "screen/hevc_decoder.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/stream_viewer.hpp"
#include "tests/e2e/thimble_system.hpp"
#include "tests/e2e/video_viewer.hpp"
#include "tests/video/hevc_stream.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace thimble::bench {

namespace {

using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;

constexpr int viewers_of_video = 5;
constexpr double units_a_second = 60;
constexpr double jpegs_a_second = 30;
constexpr double least_share = 0.97; // of the pictures that are wanted
constexpr milliseconds most_age_of_video{50};
constexpr milliseconds most_age_of_jpegs{2000 / jpegs_a_second};
constexpr double most_core_of_video = 0.15;
constexpr double most_core_of_jpegs = 0.60;
constexpr std::size_t decoded_alone = 180;    // pictures
constexpr std::chrono::seconds key_limit{90}; // a stream is begun anew once in 30 seconds
constexpr const char* model = "iPhone 15 Pro";

/// For every program that is started here.
[[maybe_unused]] const int tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

struct pipe_closed {
    void operator()(std::FILE* owned) const { ::pclose(owned); }
};

/// Path of the stream; made now if it never was, which takes some minutes.
std::string loop_file()
{
    const std::string command =
        std::string("'") + THIMBLE_SOURCE_DIR + "/scripts/stream_loop' '" + model + "' 30";
    std::array<char, 4096> line{};
    const std::unique_ptr<std::FILE, pipe_closed> from(::popen(command.c_str(), "r"));
    if (!from || std::fgets(line.data(), static_cast<int>(line.size()), from.get()) == nullptr)
        throw std::runtime_error("there is no stream to play");
    std::string path(line.data());
    path.erase(path.find_last_not_of('\n') + 1);
    return path;
}

/// Share of a core that decoding sixty pictures a second takes in this process, with nothing
/// around it.
double core_of_decoding(const std::string& file)
{
    const auto pictures = tests::pictures_of(tests::units_of(file));
    const auto count = std::min(pictures.size(), decoded_alone);
    screen::hevc_decoder decoder;
    measurement taken;
    for (std::size_t each = 0; each < count; ++each) {
        const auto units = tests::with_lengths(pictures[each]);
        taken.time([&] {
            if (!decoder.decode(units))
                throw std::runtime_error("the stream cannot be decoded");
        });
    }
    return taken.quantile(0.5).count() * units_a_second / 1000;
}

struct sight {
    int pictures = 0;
    measurement ages;
};

/// Someone who watches the video as it is, from the beginning: whoever reads nothing is too slow.
class passed_through {
public:
    explicit passed_through(const e2e::thimble_system& of, const std::string& path)
        : viewer_(of.port(), of.key(), path + "?codec=hevc"),
          watching_(std::async(std::launch::async, [this] { return watch_to_the_end(); }))
    {
    }

    ~passed_through() { end_ = clock::now(); }
    passed_through(const passed_through&) = delete;
    passed_through& operator=(const passed_through&) = delete;

    /// False while pictures stand in for it, up to a key.
    bool has_video() const { return has_video_; }

    void watch(clock::time_point begin, clock::time_point end)
    {
        begin_ = begin;
        end_ = end;
    }

    sight seen() { return watching_.get(); }

private:
    sight watch_to_the_end()
    {
        sight seen;
        while (clock::now() < end_.load()) {
            const auto age = next_unit();
            has_video_ = has_video_ || age;
            if (!age || clock::now() < begin_.load())
                continue;
            ++seen.pictures;
            seen.ages.add(*age);
        }
        return seen;
    }

    /// The age of a unit; nothing where the next message is none.
    std::optional<milliseconds> next_unit()
    {
        const auto told = viewer_.next();
        if (!told)
            throw std::runtime_error("the video has ended");
        if (!told->binary) {
            video_ = nlohmann::json::parse(told->bytes).at("codec") != "jpeg";
            return std::nullopt;
        }
        if (!video_)
            return std::nullopt;
        std::uint64_t captured = 0;
        for (const char each : told->bytes.substr(8, 8))
            captured = captured * 256 + static_cast<unsigned char>(each);
        return std::chrono::duration_cast<milliseconds>(
            std::chrono::system_clock::now().time_since_epoch() -
            std::chrono::microseconds(static_cast<std::int64_t>(captured)));
    }

    e2e::video_viewer viewer_;
    bool video_ = false; // is what the next binary message has
    std::atomic<bool> has_video_ = false;
    std::atomic<clock::time_point> begin_ = clock::time_point::max();
    std::atomic<clock::time_point> end_ = clock::time_point::max();
    std::future<sight> watching_; // ends before what it uses
};

/// Someone who watches JPEGs of it.
class decoded {
public:
    decoded(const e2e::thimble_system& of, const std::string& path)
        : viewer_(of.port(), of.key(), path + "?fps=30")
    {
        if (viewer_.status() != 200)
            throw std::runtime_error("the stream was refused");
        const auto give_up = clock::now() + key_limit;
        while (!comes_at_its_pace()) // captures stand in for it up to a key
            if (clock::now() > give_up)
                throw std::runtime_error("no video came");
    }

    void watch(clock::time_point begin, clock::time_point end)
    {
        watching_ = std::async(std::launch::async, [this, begin, end] {
            sight seen;
            while (clock::now() < end) {
                const auto shown = viewer_.next();
                if (!shown)
                    throw std::runtime_error("the stream has ended");
                if (clock::now() < begin)
                    continue;
                ++seen.pictures;
                seen.ages.add(shown->age());
            }
            return seen;
        });
    }

    sight seen() { return watching_.get(); }

private:
    /// Looks on for a second.
    bool comes_at_its_pace()
    {
        int pictures = 0;
        for (const auto end = clock::now() + std::chrono::seconds(1); clock::now() < end;
             ++pictures)
            if (!viewer_.next())
                throw std::runtime_error("the stream has ended");
        return pictures >= least_share * jpegs_a_second;
    }

    e2e::stream_viewer viewer_;
    std::future<sight> watching_;
};

struct limits {
    double rate = 0; // pictures a second, at least about so many
    milliseconds age{};
    double core = 0;
};

/// Prints what each got and what thimbled cost, and how much of its limit each of that is.
template <class Viewer>
bool watch(const e2e::thimble_system& daemon,
           std::vector<std::unique_ptr<Viewer>>& viewers,
           seconds length,
           limits granted,
           double& core)
{
    const auto usage = [&] {
        return usage_of(daemon.process().pid()).value_or(process_usage{}).processor;
    };
    const auto begin = clock::now() + std::chrono::seconds(2); // all of them are at work then
    const auto end = begin + std::chrono::duration_cast<clock::duration>(length);
    for (auto& each : viewers)
        each->watch(begin, end);
    std::this_thread::sleep_until(begin);
    const auto before = usage();
    const auto began = clock::now();
    std::this_thread::sleep_until(end);
    core = (usage() - before) / seconds(clock::now() - began);
    bool good = core <= granted.core;
    for (auto& each : viewers) {
        const auto seen = each->seen();
        if (seen.pictures == 0)
            throw std::runtime_error("a viewer got nothing");
        const double rate = seen.pictures / length.count();
        const auto age = seen.ages.quantile(0.95);
        std::printf(
            "  viewer: %5.2f pictures a second, %.2f of %.0f (at least %.2f); age p50 %5.2f ms, "
            "p95 %5.2f ms, %.2f of %.0f\n",
            rate, rate / granted.rate, granted.rate, least_share, seen.ages.quantile(0.5).count(),
            age.count(), age / granted.age, granted.age.count());
        good = good && rate >= least_share * granted.rate && age <= granted.age;
    }
    std::printf("  thimbled: %.1f %% of a core, %.2f of %.0f %%\n", 100 * core, core / granted.core,
                100 * granted.core);
    return good;
}

bool has_video(const e2e::thimble_system& daemon, const e2e::virtual_phone& phone)
{
    const auto record = daemon.record_of(phone);
    if (record.is_null())
        return false;
    const auto& able = record.at("capabilities");
    return std::ranges::find(able, nlohmann::json("screen.stream.hevc")) != able.end();
}

bool run(seconds length)
{
    const auto file = loop_file();
    const e2e::virtual_phones phones(
        {.phones = {std::string(model) + ",ios=27,runner=absent,loop=" + file}});
    const auto phone = phones.at(0);
    const e2e::thimble_system daemon(phones, {"--live-fps", "30"});
    if (!e2e::eventually(e2e::ready_limit, [&] { return has_video(daemon, phone); }))
        throw std::runtime_error("the phone has no video");
    const auto path = daemon.path(phone, "/stream");
    bool good = true;
    double core = 0;
    {
        std::printf("five viewers of the phone's own video\n");
        std::vector<std::unique_ptr<passed_through>> viewers;
        for (int each = 0; each < viewers_of_video; ++each)
            viewers.push_back(std::make_unique<passed_through>(daemon, path));
        const auto all_have_video = [&] {
            return std::ranges::all_of(viewers, [](const auto& each) { return each->has_video(); });
        };
        if (!e2e::eventually(key_limit, all_have_video))
            throw std::runtime_error("no video came");
        good = watch(daemon, viewers, length,
                     {.rate = units_a_second, .age = most_age_of_video, .core = most_core_of_video},
                     core);
    }
    std::printf("one viewer of JPEGs of it\n");
    std::vector<std::unique_ptr<decoded>> viewers;
    viewers.push_back(std::make_unique<decoded>(daemon, path));
    good = watch(daemon, viewers, length,
                 {.rate = jpegs_a_second, .age = most_age_of_jpegs, .core = most_core_of_jpegs},
                 core) &&
           good;
    const double alone = core_of_decoding(file);
    std::printf(
        "  decoding alone, in this process: %.1f %% of a core; thimbled took %.2f of that\n",
        100 * alone, core / alone);
    return good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "SECONDS", .usual = 20, .most = 3600}},
        [](const auto& numbers) { return thimble::bench::run(std::chrono::seconds(numbers[0])); });
}
