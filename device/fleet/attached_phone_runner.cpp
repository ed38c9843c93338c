// The runner of an attached phone, kept running where the phone has one: through its tunnel, or up
// to iOS 16 by the services of lockdownd.
#include "async/to_the_end.hpp"
#include "device/fleet/attached_phone.hpp"
#include "device/fleet/runner_starter.hpp"
#include "device/lockdown/runner_services.hpp"
#include "device/os_version.hpp"

#include <utility>

namespace thimble::device {
namespace {

using boost::asio::awaitable;
using stream = std::unique_ptr<coredevice::byte_stream>;

constexpr int first_ios_with_services = 14;
constexpr int first_ios_in_tunnel = 17;
constexpr std::chrono::seconds services_limit{15};
constexpr std::chrono::seconds runner_tls_limit{10};
constexpr std::chrono::seconds package_limit{2}; // to read what is remembered of one

constexpr auto hub_in_tunnel = "com.apple.instruments.dtservicehub";
constexpr auto test_manager_in_tunnel = "com.apple.dt.testmanagerd.remote";
constexpr std::string_view built_for_testing = "-Runner"; // behind the test bundle's name

failure services_silent()
{
    return {.what = problem::timed_out,
            .message = "The services that start a runner did not answer in time.",
            .cause = "services_silent"};
}

failure unnamed_test_bundle()
{
    return {.what = problem::refused,
            .message = "The app is no runner of tests: its name does not end with -Runner.",
            .cause = "no_test_bundle"};
}

/// The answer of a blocking call, or that it took too long.
template <class Value>
result<Value> in_time(std::optional<result<Value>> answer)
{
    return answer ? std::move(*answer) : result<Value>(std::unexpected(services_silent()));
}

result<runner_start::runner_app> runner_at(const std::string& bundle_id,
                                           const installed_place& place)
{
    std::string name = place.executable;
    if (!name.ends_with(built_for_testing) || name.size() == built_for_testing.size())
        return std::unexpected(unnamed_test_bundle());
    name.resize(name.size() - built_for_testing.size());
    return runner_start::runner_app{.bundle_id = bundle_id,
                                    .path = place.path,
                                    .test_bundle = std::move(name),
                                    .container = place.container};
}

awaitable<result<runner_streams>> with_tls(runner_services connected)
{
    auto hub = co_await tunnel::start_tls(std::move(connected.hub), runner_tls_limit);
    if (!hub)
        co_return std::unexpected(hub.error());
    auto session = co_await tunnel::start_tls(std::move(connected.session), runner_tls_limit);
    if (!session)
        co_return std::unexpected(session.error());
    auto control = co_await tunnel::start_tls(std::move(connected.control), runner_tls_limit);
    if (!control)
        co_return std::unexpected(control.error());
    co_return runner_streams{
        .hub = std::move(*hub), .session = std::move(*session), .control = std::move(*control)};
}

} // namespace

bool attached_phone::runner_in_tunnel() const
{
    return major_version(told_.os_version) >= first_ios_in_tunnel;
}

bool attached_phone::reaches_runner_services() const
{
    if (runner_in_tunnel())
        return services_.tunnel().is_open();
    return major_version(told_.os_version) >= first_ios_with_services;
}

/// The keeper, which this owns, is the only one to call these.
runner_keeper_options attached_phone::runner_keeping()
{
    return {
        .home = context_.home,
        .udid = where_.udid,
        .ways = context_.ways,
        .restarts = context_.options.runner_restarts,
        .look = [this] { return see_runner(); },
        .learn =
            [this](std::vector<std::string> runners) { return learn_packages(std::move(runners)); },
        .start =
            [this](runner_choice which, bool replace) {
                return start_runner(runner_services_here(), std::move(which), replace);
            },
        .changed = [this] { conclude(); },
        .look_soon = [this] { look_soon(); },
        .log = context_.log};
}

runner_sight attached_phone::see_runner() const
{
    const auto& runners = prerequisites_.runners;
    const bool is_all_else_there =
        context_.options.runners && told_.trust == trust_state::trusted && claimed_ &&
        locked() != true && told_.developer_mode != false &&
        prerequisites_.image != image_state::missing && other_image_.empty() && !replacing_image_ &&
        runners && !runners->empty();
    return {.may_start = is_all_else_there && reaches_runner_services(),
            .locked = locked() == true,
            .state = seen_.state,
            .installed = runners.value_or(std::vector<std::string>()),
            .alone = runner_in_tunnel()};
}

awaitable<void> attached_phone::keep_runner()
{
    if (!context_.options.runners)
        co_return co_await until_detached();
    co_await runner_.live();
}

/// Where that takes too long, it is as if they were not from here.
awaitable<void> attached_phone::learn_packages(std::vector<std::string> runners)
{
    const auto find = context_.options.runner_package;
    if (!find)
        co_return;
    for (const auto& each : runners) {
        const auto found = co_await runner_calls_.run(
            package_limit, [find, udid = where_.udid, each] { return find(udid, each); });
        if (found && *found)
            context_.ways->note_package(where_.udid, each, **found);
    }
}

awaitable<void> attached_phone::end_runner()
{
    const auto self = shared_from_this();
    co_await runner_.end();
}

std::optional<runner_switching> attached_phone::why_no_runner_is_kept() const
{
    if (!claimed_)
        return runner_switching::driven_elsewhere;
    return context_.options.runners ? std::nullopt : std::optional(runner_switching::kept_off);
}

awaitable<runner_switching> attached_phone::stop_runner()
{
    const auto self = shared_from_this();
    if (const auto why = why_no_runner_is_kept())
        co_return *why;
    co_return co_await async::to_the_end(runner_.stop()) ? runner_switching::done
                                                         : runner_switching::of_somebody_else;
}

runner_switching attached_phone::keep_runner_again()
{
    if (const auto why = why_no_runner_is_kept())
        return *why;
    runner_.resume();
    return runner_switching::done;
}

runner_services_of_phone attached_phone::runner_services_here()
{
    return {.kind = runner_in_tunnel() ? runner_start::session_kind::ios_17
                                       : runner_start::session_kind::ios_14,
            .open = [this](start_way way) { return open_runner_streams(way); },
            .open_hub = [this] { return open_hub(); },
            .find = [this](std::string bundle_id) { return find_runner(std::move(bundle_id)); },
            .write =
                [this](std::string bundle_id, runner_start::configuration_file file) {
                    return write_configuration(std::move(bundle_id), std::move(file));
                }};
}

awaitable<result<runner_streams>> attached_phone::open_runner_streams(start_way way)
{
    if (!runner_in_tunnel()) {
        auto connected = in_time(co_await runner_calls_.run(
            services_limit, [where = where_] { return connect_runner_services(where); }));
        if (!connected)
            co_return std::unexpected(connected.error());
        co_return co_await with_tls(std::move(*connected));
    }
    auto& tunnel = services_.tunnel();
    runner_streams opened;
    auto hub = co_await tunnel.open_stream(hub_in_tunnel, services_limit);
    if (!hub)
        co_return std::unexpected(hub.error());
    opened.hub = std::move(*hub);
    if (way == start_way::process_control)
        co_return opened;
    for (auto* const each : {&opened.session, &opened.control}) {
        auto stream = co_await tunnel.open_stream(test_manager_in_tunnel, services_limit);
        if (!stream)
            co_return std::unexpected(stream.error());
        *each = std::move(*stream);
    }
    co_return opened;
}

awaitable<result<stream>> attached_phone::open_hub()
{
    if (runner_in_tunnel())
        co_return co_await services_.tunnel().open_stream(hub_in_tunnel, services_limit);
    auto connected = in_time(co_await runner_calls_.run(
        services_limit, [where = where_] { return connect_instruments(where); }));
    if (!connected)
        co_return std::unexpected(connected.error());
    co_return co_await tunnel::start_tls(std::move(*connected), runner_tls_limit);
}

awaitable<result<runner_start::runner_app>> attached_phone::find_runner(std::string bundle_id)
{
    const auto found = in_time(co_await runner_calls_.run(
        services_limit, [where = where_, bundle_id] { return find_app(where, bundle_id); }));
    if (!found)
        co_return std::unexpected(found.error());
    co_return runner_at(bundle_id, *found);
}

awaitable<result<void>> attached_phone::write_configuration(std::string bundle_id,
                                                            runner_start::configuration_file file)
{
    co_return in_time(co_await runner_calls_.run(services_limit, [where = where_, bundle_id, file] {
        return write_container_file(where, bundle_id, file.path_in_container, file.content);
    }));
}

} // namespace thimble::device
