// A WebDriverAgent driver whose runner is made of software and whose phone is said to be there.
#pragma once

#include "device/wda/driver.hpp"
#include "tests/device/paths.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/device/wda/fake_runner.hpp"
#include "tests/device/wda/fake_stream.hpp"

#include <functional>
#include <utility>

namespace thimble::tests {

inline const std::string session_id = "11111111-2222-3333-4444-555555555555";
inline const std::string session_path = "/session/" + session_id;
inline const std::string actions_target = session_path + "/actions";

/// A runner of that version says so, and says what it is called like nearly all of them.
inline answered status_of(const std::string& version, const std::string& session = session_id)
{
    return value(R"({"ready" : true, "build" : {"version" : ")" + version +
                     R"(", "productBundleIdentifier" : "com.facebook.WebDriverAgentRunner"}})",
                 session);
}

struct driver_fixture {
    explicit driver_fixture(std::chrono::milliseconds stream_silence = std::chrono::seconds(20),
                            std::chrono::milliseconds busy_timeout = std::chrono::minutes(1),
                            std::chrono::milliseconds fresh_picture = std::chrono::minutes(1))
        : runner(context), stream(context), timeout(busy_timeout), freshness(fresh_picture),
          decoder(executor(), calls), driver(options(stream_silence), decoder)
    {
        answer_all(session_id);
    }

    /// A portrait phone, unlocked, without an alert, with this session (or none).
    void answer_all(const std::string& session)
    {
        runner.on("GET /status", status_of("16.12.9", session));
        runner.on("GET /window/size", value(R"({"width" : 393, "height" : 852})", session));
        runner.on(
            "GET /wda/screen",
            value(R"({"screenSize" : {"width" : 393, "height" : 852}, "scale" : 3})", session));
        runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 0})", session));
        runner.on("GET /wda/locked", value("false", session));
        runner.on("GET /alert/text", error(404, "no such alert"));
        runner.on("POST /session", value(R"({"sessionId" : ")" + session_id + "\"}", session_id));
        runner.on("POST /session/" + session_id + "/appium/settings", value("{}", session_id));
        runner.on("POST " + actions_target, value("null", session_id));
        runner.on("POST /wda/homescreen", value("null", session));
    }

    boost::asio::any_io_executor executor() { return context.get_executor(); }

    device::wda::runner_options options(std::chrono::milliseconds stream_silence)
    {
        return {.home = executor(),
                .udid = "A",
                .open = runner.opener(),
                .open_stream = stream.opener(),
                .recorder = nullptr,
                .gone = [this]() -> boost::asio::awaitable<bool> { co_return unplugged; },
                .suspect = [this] { ++suspicions; },
                .installed_runners = [this]() -> boost::asio::awaitable<std::vector<std::string>> {
                    co_return installed;
                },
                .wants_passcode = [this]() -> boost::asio::awaitable<bool> {
                    ++passcode_questions;
                    co_return passcode_wanted;
                },
                .orientation_number = [this]() -> boost::asio::awaitable<std::optional<int>> {
                    ++orientation_questions;
                    if (when_orientation_asked)
                        co_await std::exchange(when_orientation_asked, nullptr)();
                    co_return orientation_number;
                },
                .pauses = {.rest = std::chrono::milliseconds(0),
                           .shortest = std::chrono::milliseconds(0),
                           .longest = std::chrono::hours(1)},
                .fresh_sight = freshness,
                .busy_timeout = timeout,
                .early_look_limit = std::chrono::minutes(1),
                .live_silence = stream_silence};
    }

    boost::asio::io_context context;
    device::call_count calls = std::make_shared<std::atomic<std::size_t>>(0);
    fake_runner runner;
    fake_stream stream;
    bool unplugged = false;
    std::vector<std::string> installed; // runners, by their bundle ids
    bool passcode_wanted = false;       // by lockdownd
    int passcode_questions = 0;
    std::chrono::milliseconds timeout;
    std::chrono::milliseconds freshness;
    std::optional<int> orientation_number; // by the home screen's service, where it is there
    int orientation_questions = 0;
    std::function<boost::asio::awaitable<void>()> when_orientation_asked; // before it answers, once
    int suspicions = 0;
    device::blocking_client decoder;
    device::wda::driver driver;
};

inline const screen::interface upright{.size = {.width = 393, .height = 852},
                                       .turned = screen::orientation::portrait};

} // namespace thimble::tests
