#include "device/coredevice/app_service.hpp"

#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <charconv>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds launch_limit{30};
constexpr std::chrono::seconds process_limit{10};
constexpr int launch_attempts = 4;
constexpr std::chrono::milliseconds launch_pause{500};
constexpr std::string_view just_ended = "com.apple.dt.CoreDeviceError 10004";
constexpr std::int64_t kill_signal = 9;
constexpr std::string_view no_such_process = "NSPOSIXErrorDomain 3";

/// A property list, which must not be missing; nothing in it is of use here.
constexpr std::string_view no_platform_options =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict/></plist>
)";

std::string app_feature(std::string_view name)
{
    return "com.apple.coredevice.feature." + std::string(name);
}

xpc::data platform_options()
{
    xpc::data result;
    for (const char each : no_platform_options)
        result.push_back(static_cast<std::byte>(each));
    return result;
}

xpc::dictionary launch_options(const app_launch& what)
{
    xpc::array arguments(what.arguments.begin(), what.arguments.end());
    xpc::dictionary environment;
    for (const auto& [name, content] : what.environment)
        environment.add(name, content);
    return {{"arguments", std::move(arguments)},
            {"environmentVariables", std::move(environment)},
            {"standardIOUsesPseudoterminals", true},
            {"startStopped", false},
            {"terminateExisting", what.anew},
            {"user", xpc::dictionary{{"shortName", "mobile"}}},
            {"platformSpecificOptions", platform_options()}};
}

xpc::dictionary launch_input(const app_launch& what)
{
    xpc::dictionary id{{"_0", what.bundle_id}};
    return {{"applicationSpecifier", xpc::dictionary{{"bundleIdentifier", std::move(id)}}},
            {"options", launch_options(what)},
            {"standardIOIdentifiers", xpc::dictionary()}};
}

/// The path in a file URL, with its letters instead of their percent codes.
std::string path_in(std::string_view url)
{
    constexpr std::string_view scheme = "file://";
    if (url.starts_with(scheme))
        url.remove_prefix(scheme.size());
    std::string result;
    for (std::size_t at = 0; at < url.size(); ++at) {
        unsigned letter = 0;
        const auto* code = url.data() + at + 1;
        if (url[at] == '%' && at + 2 < url.size() &&
            std::from_chars(code, code + 2, letter, 16).ptr == code + 2) {
            result.push_back(static_cast<char>(letter));
            at += 2;
        } else {
            result.push_back(url[at]);
        }
    }
    return result;
}

std::optional<process> process_in(const xpc::value& token)
{
    const auto* what = token.as<xpc::dictionary>();
    const auto id =
        what != nullptr ? xpc::integer_member(*what, "processIdentifier") : std::nullopt;
    if (!id || *id <= 0)
        return std::nullopt;
    process result{.id = *id, .executable = {}};
    if (const auto* url = xpc::member<xpc::dictionary>(*what, "executableURL"))
        result.executable = path_in(xpc::text_member(*url, "relative"));
    return result;
}

/// A question leaves the phone as it is.
failure only_asked(failure what)
{
    what.phone = reached::nothing;
    return what;
}

/// Both names of the folder that a phone's apps are in.
std::string_view without_private(std::string_view path)
{
    constexpr std::string_view name = "/private";
    return path.starts_with("/private/var/") ? path.substr(name.size()) : path;
}

} // namespace

boost::asio::awaitable<result<process>> launch_app(core_device& of, app_launch what)
{
    for (int attempt = 1;; ++attempt) {
        const auto output = co_await of.invoke(
            service::apps,
            {.feature = app_feature("launchapplication"), .input = launch_input(what)},
            launch_limit);
        if (output) {
            const auto* about = output->as<xpc::dictionary>();
            const auto* token = about != nullptr ? about->find("processToken") : nullptr;
            const auto started = token != nullptr ? process_in(*token) : std::nullopt;
            if (!started)
                co_return std::unexpected(malformed_answer("the start of an app"));
            co_return *started;
        }
        if (output.error().cause != just_ended || attempt == launch_attempts)
            co_return std::unexpected(output.error());
        what.anew = false; // it has been ended
        boost::asio::steady_timer pause(co_await boost::asio::this_coro::executor, launch_pause);
        co_await pause.async_wait(boost::asio::use_awaitable);
    }
}

boost::asio::awaitable<result<std::vector<process>>> list_processes(core_device& of)
{
    const auto output =
        co_await of.invoke(service::apps, {.feature = app_feature("listprocesses")}, process_limit);
    if (!output)
        co_return std::unexpected(output.error());
    const auto* about = output->as<xpc::dictionary>();
    const auto* tokens =
        about != nullptr ? xpc::member<xpc::array>(*about, "processTokens") : nullptr;
    if (tokens == nullptr)
        co_return std::unexpected(malformed_answer("its processes"));
    std::vector<process> read;
    for (const auto& each : *tokens)
        if (auto found = process_in(each))
            read.push_back(std::move(*found));
    co_return read;
}

boost::asio::awaitable<result<void>> kill_process(core_device& of, std::int64_t id)
{
    const auto output = co_await of.invoke(
        service::apps,
        {.feature = app_feature("sendsignaltoprocess"),
         .input = xpc::dictionary{{"process", xpc::dictionary{{"processIdentifier", id}}},
                                  {"signal", kill_signal}}},
        process_limit);
    if (!output)
        co_return std::unexpected(output.error());
    co_return result<void>();
}

boost::asio::awaitable<result<bool>> end_app(core_device& of, std::string bundle_id)
{
    const auto apps = co_await list_apps(of);
    if (!apps)
        co_return std::unexpected(only_asked(apps.error()));
    const auto which = std::ranges::find(*apps, bundle_id, &app::bundle_id);
    if (which == apps->end())
        co_return false;
    const auto processes = co_await list_processes(of);
    if (!processes)
        co_return std::unexpected(only_asked(processes.error()));
    const auto found = process_of(*processes, which->path);
    if (!found)
        co_return false;
    const auto ended = co_await kill_process(of, found->id);
    if (ended)
        co_return true;
    if (ended.error().cause == no_such_process)
        co_return false;
    co_return std::unexpected(ended.error());
}

std::optional<process> process_of(std::span<const process> all, std::string_view app_path)
{
    auto folder = std::string(without_private(app_path));
    if (!folder.ends_with('/'))
        folder.push_back('/');
    for (const auto& each : all) {
        const auto path = without_private(each.executable);
        if (path.starts_with(folder) && !path.substr(folder.size()).contains('/'))
            return each;
    }
    return std::nullopt;
}

} // namespace thimble::device::coredevice
