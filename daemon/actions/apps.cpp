// The apps of a phone: which there are, which is in front, and bringing one there.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/report/refusals.hpp"
#include "service/phones/app_list.hpp"
#include "text/bundle_id.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::daemon {

namespace {

using app_list = std::expected<std::vector<service::listed_app>, refusal>;

boost::asio::awaitable<app_list> read_apps(action_context on, link::action what)
{
    device::app_catalog* catalog = on.phone->apps();
    if (catalog == nullptr)
        co_return std::unexpected(apps_not_listed(*on.phone));
    auto installed = co_await catalog->read();
    if (!installed)
        co_return std::unexpected(refused_by(*on.phone, installed.error(), what));
    std::vector<service::listed_app> apps;
    for (auto& app : *installed)
        apps.push_back({.name = std::move(app.name),
                        .bundle_id = std::move(app.bundle_id),
                        .version = std::move(app.version),
                        .system = app.system});
    service::sort_by_name(apps);
    co_return apps;
}

bool looks_like_bundle_id(std::string_view text)
{
    return text.contains('.') && service::is_bundle_id(text);
}

refusal not_in_front(const std::optional<device::alert>& alert, std::string_view bundle_id)
{
    return not_reached(
        alert, "app_not_in_front",
        fmt::format("{} was opened and is not in front. Look at the screen.", bundle_id));
}

/// Waits until the app is in front, or until it is not; false where the time for that is over.
/// Nothing where the phone cannot be asked which app is in front.
boost::asio::awaitable<std::optional<bool>>
becomes_front(const action_context& on, const std::string& bundle_id, bool wanted)
{
    const auto latest = std::chrono::steady_clock::now() + on.timeout;
    for (;;) {
        const auto front = co_await app_in_front(*on.phone);
        if (!front)
            co_return std::nullopt;
        if ((*front == bundle_id) == wanted)
            co_return true;
        if (std::chrono::steady_clock::now() >= latest)
            co_return false;
        co_await pause_between_questions();
    }
}

/// The app by its bundle id.
boost::asio::awaitable<action_outcome>
open(action_context on, std::string bundle_id, link::action what)
{
    device::app_launcher* launcher = on.phone->launcher();
    if (launcher == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::open_app::name));
    const auto opened = co_await launcher->open(bundle_id);
    if (!opened)
        co_return std::unexpected(refused_by(*on.phone, opened.error(), what));
    const auto in_front = co_await becomes_front(on, bundle_id, true);
    if (in_front == false)
        co_return std::unexpected(not_in_front(co_await alert_in_front(*on.phone), bundle_id));
    auto done = reached_state(in_front);
    done.value["bundle_id"] = bundle_id;
    co_return done;
}

bool says_not_installed(const action_outcome& how)
{
    return !how && how.error().why.context.value("cause", "") == "app_not_installed";
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::list_apps what)
{
    const auto apps = co_await read_apps(std::move(on), what);
    if (!apps)
        co_return std::unexpected(apps.error());
    action_result done;
    auto& records = done.value["apps"] = nlohmann::json::array();
    for (const auto& app : *apps)
        records.emplace_back(service::app_record(app));
    co_return done;
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::front_app what)
{
    device::app_launcher* launcher = on.phone->launcher();
    if (launcher == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::front_app::name));
    auto bundle_id = co_await launcher->in_front();
    if (!bundle_id)
        co_return std::unexpected(refused_by(*on.phone, bundle_id.error(), what));
    action_result done;
    done.value["bundle_id"] = std::move(*bundle_id);
    co_return done;
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::terminate_app what)
{
    device::app_launcher* launcher = on.phone->launcher();
    if (launcher == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::terminate_app::name));
    const auto ended = co_await launcher->terminate(what.bundle_id);
    if (!ended)
        co_return std::unexpected(refused_by(*on.phone, ended.error(), what));
    const auto away = co_await becomes_front(on, what.bundle_id, false);
    if (away == false)
        co_return std::unexpected(
            not_reached(co_await alert_in_front(*on.phone), "app_in_front",
                        fmt::format("{} was ended and is still in front. Look at the screen.",
                                    what.bundle_id)));
    auto done = reached_state(away);
    done.value["bundle_id"] = what.bundle_id;
    done.value["was_running"] = *ended;
    co_return done;
}

/// Most callers name the bundle id, and not every app that has one is listed: it is tried before
/// the list is read.
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::open_app what)
{
    if (looks_like_bundle_id(what.app_name)) {
        auto opened = co_await open(on, what.app_name, what);
        if (!says_not_installed(opened))
            co_return opened;
    }
    if (on.phone->launcher() == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::open_app::name));
    const auto apps = co_await read_apps(on, what);
    if (!apps)
        co_return std::unexpected(apps.error());
    auto meant = service::find_app(*apps, what.app_name);
    if (!meant)
        co_return std::unexpected(refusal{.why = std::move(meant.error())});
    co_return co_await open(std::move(on), meant->bundle_id, what);
}

} // namespace thimble::daemon
