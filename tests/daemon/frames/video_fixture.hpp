// Videos of one phone whose stream a test plays.
#pragma once

#include "daemon/frames/video_streams.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/frames/played_source.hpp"
#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <memory>
#include <string>
#include <vector>

namespace thimble::daemon {

class video_fixture {
public:
    using units = std::vector<link::access_unit>;

    std::shared_ptr<units> begin(video_streams::owner whose, const std::string& id)
    {
        auto got = std::make_shared<units>();
        wanted.set(whose, video(id), [got](const link::access_unit& one) { got->push_back(one); });
        settle();
        return got;
    }

    static link::stream video(const std::string& id)
    {
        return {.stream_id = id, .udid = "udid-1", .on = true, .codec = link::codec::hevc};
    }

    void end(video_streams::owner whose, const std::string& id)
    {
        wanted.set(whose, {.stream_id = id, .udid = "udid-1"});
        settle();
    }

    void play(bool key = false)
    {
        source->play(key);
        settle();
    }

    void settle()
    {
        context.restart();
        context.poll();
    }

    /// Runs until it holds, at most for a minute.
    void run_until(const std::function<bool()>& condition)
    {
        const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        context.restart();
        while (!condition() && std::chrono::steady_clock::now() < latest)
            context.run_one_for(std::chrono::milliseconds(50));
        REQUIRE(condition());
    }

    boost::asio::io_context context{1};
    std::shared_ptr<played_source> source = std::make_shared<played_source>(context.get_executor());
    std::shared_ptr<spdlog::logger> log =
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>());
    video_streams wanted{
        {.home = context.get_executor(),
         .find_source = [this](const std::string& of) -> std::shared_ptr<encoded_source> {
             return of == "udid-1" ? source : nullptr;
         },
         .log = log,
         .first_pause = std::chrono::milliseconds(20) * e2e::slowdown(),
         .longest_pause = std::chrono::milliseconds(40) * e2e::slowdown(),
         .restart_interval = std::chrono::milliseconds(300) * e2e::slowdown()}};
    const video_streams::owner ada = &source;
    const video_streams::owner ben = &log;
};

} // namespace thimble::daemon
