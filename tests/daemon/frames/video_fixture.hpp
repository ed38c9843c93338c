// Videos of one phone that a test plays.
#pragma once

#include "daemon/frames/video_streams.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/frames/played_source.hpp"

#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::daemon {

class video_fixture {
public:
    using units = std::vector<link::access_unit>;

    std::shared_ptr<units> begin(video_streams::owner whose, const std::string& id)
    {
        auto got = std::make_shared<units>();
        wanted.set(whose, video(id), [got](const link::access_unit& one) { got->push_back(one); });
        return got;
    }

    link::stream video(const std::string& id) const
    {
        return {.stream_id = id, .udid = udid, .on = true, .codec = link::codec::hevc};
    }

    void end(video_streams::owner whose, const std::string& id)
    {
        wanted.set(whose, {.stream_id = id, .udid = udid});
    }

    void play(bool key = false)
    {
        phone->source.play(key);
        settle();
    }

    /// Another one of the same UDID, or none.
    void plug_in(std::shared_ptr<encoding_phone> another)
    {
        const auto before = std::exchange(phone, std::move(another));
        if (before != nullptr)
            before->detach();
        wanted.phone_changed(udid);
    }

    /// The phone has video from now on, or has none.
    void have_video(bool has)
    {
        if (has)
            phone->offered.insert(device::capability::video);
        else
            phone->offered.erase(device::capability::video);
        wanted.phone_changed(udid);
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
    std::shared_ptr<encoding_phone> phone =
        std::make_shared<encoding_phone>(context.get_executor());
    const std::string udid = phone->told.udid;
    std::shared_ptr<spdlog::logger> log =
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>());
    video_streams wanted{
        {.home = context.get_executor(),
         .find_phone = [this](const std::string& of) -> std::shared_ptr<device::phone> {
             return of == udid ? phone : nullptr;
         },
         .log = log,
         .key_wait = std::chrono::milliseconds(20)}};
    const video_streams::owner ada = &phone;
    const video_streams::owner ben = &log;
};

} // namespace thimble::daemon
