#include "device/fleet/bindings.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::device {
namespace {

using nothing_or_failure = boost::asio::awaitable<result<void>>;

} // namespace

std::string_view two_drivers::done_by(capability what) const
{
    const auto found = done_by_.find(what);
    return found == done_by_.end() ? std::string_view() : found->second;
}

bool two_drivers::left_undone(const failure& what)
{
    constexpr std::array<std::string_view, 8> not_asked{
        "connection_closed",    "connection_refused", "connection_lost", "service_missing",
        "too_many_connections", "tunnel_closed",      "tunnel_lost",     "malformed_answer"};
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
    if (!by_.runner_answers() && by_.services().offers(capability::apps))
        co_return co_await by_.services().launcher().in_front();
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

} // namespace thimble::device
