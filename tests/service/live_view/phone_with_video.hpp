// A watched phone that encodes its screen, played from the sample of tests/video.
#pragma once

#include "tests/service/live_view/watched_phone.hpp"
#include "tests/video/encoded_video.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

namespace thimble::service::test {

struct with_video : with_watched_phone {
    explicit with_video(limits granted = {}) : with_watched_phone(granted) { have_video(true); }

    /// The phone can encode its screen, or cannot any more.
    void have_video(bool has)
    {
        change([has](link::phone_state& state) {
            state.capabilities.emplace_back("screen.stream.hevc");
            std::ranges::sort(state.capabilities);
            if (!has)
                std::erase(state.capabilities, "screen.stream.hevc");
        });
    }

    /// The phone can encode its screen, and has a panel of that size, as it is turned now.
    void have_panel(screen::pixel_size native)
    {
        change([native](link::phone_state& state) {
            state.capabilities.emplace_back("screen.stream.hevc");
            std::ranges::sort(state.capabilities);
            state.native_size = native;
        });
    }

    websocket_client watch_video(const std::string& query = "")
    {
        return watch_by_websocket("?codec=hevc" + query);
    }

    /// Waits until the desktop has been asked for that many videos that have not ended.
    bool videos(std::size_t count)
    {
        return running.until([count](const observations& seen) {
            std::map<std::string, bool> last;
            for (const auto& each : seen.videos)
                last[each.stream_id] = each.on;
            return static_cast<std::size_t>(std::ranges::count_if(
                       last, [](const auto& each) { return each.second; })) == count;
        });
    }

    /// Unit `at` of the sample, which has its keys at 0 and 15.
    link::access_unit unit(std::size_t at)
    {
        const auto& video = thimble::test::sample_video();
        link::access_unit out{
            .key = video.units.at(at).key,
            .number = ++number,
            .captured_at = std::chrono::system_clock::now(),
            .space = {.size = {.width = 620, .height = 1344}, .turned = turned},
            .turn = link::upright_turn::none,
            .configuration = std::make_shared<link::video_configuration>(
                link::video_configuration{.codec = video.codec,
                                          .record = video.configuration,
                                          .size = {.width = video.width, .height = video.height}}),
            .data = std::make_shared<const screen::bytes>(video.units.at(at).data)};
        return out;
    }

    void play(std::size_t at) { play(unit(at)); }

    void play(const link::access_unit& what)
    {
        running.direct([&](auto& desktop) { desktop.play(what); });
    }

    /// One is lost on its way.
    void lose() { ++number; }

    std::uint64_t number = 0;
    screen::orientation turned = screen::orientation::portrait;
};

} // namespace thimble::service::test
