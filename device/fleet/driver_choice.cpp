#include "device/fleet/driver_choice.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::device {
namespace {

using nothing_or_failure = boost::asio::awaitable<result<void>>;

} // namespace

std::string_view two_drivers::first_for(capability what) const
{
    const bool runner_comes_first = what == capability::lock || what == capability::text;
    const bool by_services = services_.offers(what) && !(runner_comes_first && answers_());
    return by_services ? driver_name::core_device : driver_name::runner;
}

bool two_drivers::left_undone(const failure& what)
{
    constexpr std::array<std::string_view, 9> not_asked{
        "connection_closed", "connection_refused",   "connection_lost",
        "malformed_answer",  "media_stream_missing", "service_missing",
        "tunnel_closed",     "too_many_connections", "tunnel_lost"};
    if (what.phone != reached::nothing)
        return false;
    return what.what == problem::unsupported || what.what == problem::timed_out ||
           std::ranges::find(not_asked, what.cause) != not_asked.end();
}

boost::asio::awaitable<result<std::string>> bound_clipboard::read()
{
    co_return co_await by_.by_better<std::string>(
        capability::clipboard, [this] { return by_.services().clipboard().read(); },
        [this] { return by_.runner().clipboard().read(); });
}

nothing_or_failure bound_clipboard::write(std::string text)
{
    co_return co_await by_.by_better<void>(
        capability::clipboard, [&] { return by_.services().clipboard().write(text); },
        [&] { return by_.runner().clipboard().write(text); });
}

bool bound_buttons::is_for_runner(button which) const
{
    return !coredevice::has_hid_button(which) || (which == button::home && by_.runner_answers());
}

nothing_or_failure bound_buttons::press(button which)
{
    if (is_for_runner(which)) {
        by_.note(capability::buttons, driver_name::runner);
        co_return co_await by_.runner().buttons().press(which);
    }
    co_return co_await by_.by_better<void>(
        capability::buttons, [=, this] { return by_.services().buttons().press(which); },
        [=, this] { return by_.runner().buttons().press(which); });
}

nothing_or_failure bound_buttons::press_twice(button which)
{
    if (is_for_runner(which)) {
        by_.note(capability::buttons, driver_name::runner);
        co_return co_await by_.runner().buttons().press_twice(which);
    }
    co_return co_await by_.by_better<void>(
        capability::buttons, [=, this] { return by_.services().buttons().press_twice(which); },
        [=, this] { return by_.runner().buttons().press_twice(which); });
}

nothing_or_failure bound_launcher::open(std::string bundle_id)
{
    co_return co_await by_.by_better<void>(
        capability::apps, [&] { return by_.services().launcher().open(bundle_id); },
        [&] { return by_.runner().launcher().open(bundle_id); });
}

boost::asio::awaitable<result<std::string>> bound_launcher::in_front()
{
    if (!by_.runner_answers() && by_.services().offers(capability::apps)) {
        by_.note(capability::front_app, driver_name::core_device);
        co_return co_await by_.services().launcher().in_front();
    }
    by_.note(capability::front_app, driver_name::runner);
    co_return co_await by_.runner().launcher().in_front(); // which says why it does not answer
}

boost::asio::awaitable<result<bool>> bound_launcher::terminate(std::string bundle_id)
{
    if (by_.runner_answers()) {
        by_.note(capability::apps, driver_name::runner);
        co_return co_await by_.runner().launcher().terminate(std::move(bundle_id));
    }
    co_return co_await by_.by_better<bool>(
        capability::apps, [&] { return by_.services().launcher().terminate(bundle_id); },
        [&] { return by_.runner().launcher().terminate(bundle_id); });
}

/// The runner also where neither answers: it says why.
lock_switch& bound_lock::better() const
{
    const auto first = by_.first_for(capability::lock);
    by_.note(capability::lock, first);
    if (first == driver_name::core_device)
        return by_.services().lock();
    return by_.runner().lock();
}

boost::asio::awaitable<result<bool>> bound_lock::locked()
{
    return better().locked();
}

nothing_or_failure bound_lock::lock()
{
    return better().lock();
}

nothing_or_failure bound_lock::wake()
{
    return better().wake();
}

nothing_or_failure bound_orientation::turn(screen::orientation to)
{
    auto& services = by_.services().orientation();
    auto& runner = by_.runner().orientation();
    if (!by_.runner_answers())
        co_return co_await by_.by_better<void>(
            capability::orientation, [&] { return services.turn(to); },
            [&] { return runner.turn(to); });
    co_return co_await by_.by_better<void>(
        capability::orientation,
        [&]() -> nothing_or_failure {
            return runner.turn_by([&] { return services.turn_phone(to); }, to);
        },
        [&] { return runner.turn(to); });
}

nothing_or_failure bound_touches::play(gesture::touch_path path, screen::interface made_for)
{
    co_return co_await by_.by_better<void>(
        capability::touch, [&] { return by_.services().touches().play(path, made_for); },
        [&] { return by_.runner().touches().play(path, made_for); });
}

nothing_or_failure bound_touches::play_unrecorded(gesture::touch_path path,
                                                  screen::interface made_for)
{
    co_return co_await by_.by_better<void>(
        capability::touch, [&] { return by_.services().touches().play_unrecorded(path, made_for); },
        [&] { return by_.runner().touches().play_unrecorded(path, made_for); });
}

on_cancel bound_touches::when_cancelled() const
{
    return through_tunnel() ? by_.services().touches().when_cancelled()
                            : by_.runner().touches().when_cancelled();
}

boost::asio::awaitable<void> bound_touches::look_ahead()
{
    return through_tunnel() ? by_.services().touches().look_ahead()
                            : by_.runner().touches().look_ahead();
}

nothing_or_failure bound_dragger::drag(press_and_drag what, screen::interface made_for)
{
    by_.note(capability::touch, driver_name::runner);
    return by_.runner().dragger().drag(what, made_for);
}

nothing_or_failure bound_keys::press(key_stroke what)
{
    co_return co_await by_.by_better<void>(
        capability::keys, [=, this] { return by_.services().keys().press(what); },
        [=, this] { return by_.runner().keys().press(what); });
}

nothing_or_failure bound_keys::check(key_stroke what)
{
    if (by_.services().offers(capability::keys))
        return by_.services().keys().check(what);
    return by_.runner().keys().check(what);
}

/// The runner also where neither answers: it says why.
text_typist& bound_typing::better() const
{
    const auto first = by_.first_for(capability::text);
    by_.note(capability::text, first);
    if (first == driver_name::core_device)
        return by_.services().typing();
    return by_.runner().typing();
}

nothing_or_failure bound_typing::type(std::string text)
{
    return better().type(std::move(text));
}

boost::asio::awaitable<result<std::optional<std::string>>> bound_typing::focused_text()
{
    return better().focused_text();
}

boost::asio::awaitable<result<element_frame>> bound_typing::focused_frame()
{
    return better().focused_frame();
}

} // namespace thimble::device
