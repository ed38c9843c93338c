// Streams of one phone that pushes what a test says.
#pragma once

#include "daemon/frames/streams.hpp"
#include "screen/encode.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/scripted_phone.hpp"
#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::daemon {

class streams_fixture {
public:
    using frames = std::vector<link::frame>;

    streams_fixture()
    {
        phone->told.panel = screen::pixel_size{.width = 40, .height = 80}; // quickly captured
        phone->offered.insert(device::capability::live_frames);
    }

    /// The stream's frames, as they come.
    std::shared_ptr<frames>
    begin(streams::owner whose, const std::string& id, int per_second, int max_edge = 80)
    {
        auto got = std::make_shared<frames>();
        wanted.set(whose, stream(id, per_second, max_edge),
                   [got](link::frame one) { got->push_back(std::move(one)); });
        settle();
        return got;
    }

    link::stream stream(const std::string& id, int per_second, int max_edge = 80) const
    {
        return {.stream_id = id,
                .udid = udid,
                .on = true,
                .frames_per_second = per_second,
                .max_edge = max_edge};
    }

    void end(streams::owner whose, const std::string& id)
    {
        wanted.set(whose, {.stream_id = id, .udid = udid});
        settle();
    }

    /// The phone pushes a picture of that grey, and it gets as far as it gets by itself.
    void push(int shade)
    {
        hand_over(shade);
        settle();
    }

    /// The same, and nothing has been made of it yet.
    void hand_over(int shade)
    {
        screen::image shown({.width = 40, .height = 80});
        std::ranges::fill(shown.pixels(), static_cast<std::uint8_t>(shade));
        phone->push({.picture = screen::encode(shown, screen::picture_format::jpeg, 80),
                     .captured_at = std::chrono::system_clock::now()});
    }

    /// The phone is unplugged; one of the same UDID may be plugged in.
    void unplug()
    {
        phone->detach();
        phone.reset();
        desks.clear();
        wanted.phone_changed(udid);
        settle();
    }

    void plug_in(std::shared_ptr<scripted_phone> another)
    {
        phone = std::move(another);
        wanted.phone_changed(udid);
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

    void run_for(std::chrono::milliseconds time)
    {
        context.restart();
        context.run_for(time);
    }

    boost::asio::io_context context{1};
    std::shared_ptr<scripted_phone> phone =
        std::make_shared<scripted_phone>(context.get_executor());
    const std::string udid = phone->told.udid;
    std::map<std::shared_ptr<device::phone>, std::shared_ptr<phone_frames>> desks;
    picture_pool pool{context.get_executor()};
    streams wanted{{.home = context.get_executor(),
                    .find_phone = [this](const std::string& of) -> std::shared_ptr<device::phone> {
                        return of == udid ? phone : nullptr;
                    },
                    .frames_of =
                        [this](const std::shared_ptr<device::phone>& of) {
                            auto& desk = desks[of];
                            if (desk == nullptr)
                                desk = std::make_shared<phone_frames>(context.get_executor(), of);
                            return desk;
                        },
                    .log = std::make_shared<spdlog::logger>(
                        "test", std::make_shared<spdlog::sinks::null_sink_mt>()),
                    .first_pause = std::chrono::milliseconds(200) * e2e::slowdown(),
                    .longest_pause = std::chrono::milliseconds(400) * e2e::slowdown()},
                   pool};
    const streams::owner ada = &phone;
    const streams::owner ben = &pool;
};

} // namespace thimble::daemon
