// A played phone and a client of its HID service.
#pragma once

#include "async/race.hpp"
#include "device/hid/client.hpp"
#include "device/hid/key_plan.hpp"
#include "device/hid/touch_plan.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"
#include "tests/device/hid/fake_hid_phone.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/post.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

namespace thimble::tests {

/// Fingers and keys that are left down between two clients outlive both.
struct played_phone {
    static constexpr device::hid::client_times at_once{.settle = std::chrono::milliseconds(0),
                                                       .after_release =
                                                           std::chrono::milliseconds(0),
                                                       .pause = std::chrono::milliseconds(1),
                                                       .tell = std::chrono::milliseconds(500)};
    static constexpr screen::interface shown{.size = {.width = 400, .height = 800}, .turned = {}};
    static constexpr gesture::point middle{.x = 200, .y = 400};

    boost::asio::io_context context;
    fake_hid_phone phone{context};
    std::shared_ptr<device::hid::held_input> held = std::make_shared<device::hid::held_input>();
    std::optional<device::hid::client> client;

    void connect(device::hid::client_times times = at_once)
    {
        client.emplace(context.get_executor(), phone.connected(), held, times);
    }

    static device::hid::report_plan pressed_for(std::chrono::milliseconds hold)
    {
        return *device::hid::plan_of(gesture::tap_and_hold(middle, hold), shown);
    }

    static device::hid::report_plan typed(std::string_view text)
    {
        return *device::hid::plan_of(*device::hid::strokes_of(text));
    }

    device::result<void> play(device::hid::report_plan what)
    {
        return run_until_done(context, client->play(std::move(what)));
    }

    template <class Condition>
    static boost::asio::awaitable<void> until(Condition holds)
    {
        while (!holds())
            co_await boost::asio::post(boost::asio::use_awaitable);
    }

    /// Plays, and cancels that as soon as `when` holds.
    template <class Condition>
    void play_until(device::hid::report_plan what, Condition when)
    {
        const auto whole = [&]() -> boost::asio::awaitable<bool> {
            co_await async::race(client->play(std::move(what)), until(when));
            co_return true;
        };
        CHECK(run_until_done(context, whole()));
    }

    auto count(std::string_view beginning) const
    {
        return std::ranges::count_if(
            phone.reports, [&](const heard_report& each) { return each.begins(beginning); });
    }
};

/// Beginnings of the reports of a single finger.
inline constexpr std::string_view finger_down = "090105c2";
inline constexpr std::string_view finger_up = "09010502";

} // namespace thimble::tests
