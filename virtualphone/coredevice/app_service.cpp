// appservice: which apps are there and run; starts and ends them.
#include "virtualphone/coredevice/app_processes.hpp"
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/coredevice/side_channel.hpp"
#include "virtualphone/coredevice/version.hpp"
#include "virtualphone/phone/app_bundle.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <boost/asio/error.hpp>

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

namespace asio = boost::asio;
using installed_app = operating_system::installed_app;

constexpr std::int64_t launch_failed = 10002;
constexpr std::int64_t just_ended = 10004;
constexpr std::int64_t no_such_process = 3;
constexpr std::int64_t signal_kill = 9;
constexpr std::int64_t signal_end = 15;

constexpr std::array list_options{"includeAppClips",
                                  "includeRemovableApps",
                                  "includeHiddenApps",
                                  "includeInternalApps",
                                  "includeDefaultApps",
                                  "requireContainerAccess",
                                  "includeAppGroupIdentifiers",
                                  "includeContainerPaths"};

xpc::dictionary listed_app(const installed_app& app)
{
    return {{"bundleIdentifier", app.bundle_id},
            {"name", app.name},
            {"version", app.version},
            {"bundleVersion", app.version},
            {"path", bundle_path(app)},
            {"isRemovable", !app.system},
            {"isFirstParty", app.system},
            {"isDeveloperApp", !app.system},
            {"isInternal", false},
            {"isHidden", false},
            {"isAppClip", false}};
}

xpc::array apps_for(const operating_system& os, const xpc::dictionary& options)
{
    const bool defaults = *xpc::member<bool>(options, "includeDefaultApps");
    const bool removable = *xpc::member<bool>(options, "includeRemovableApps");
    xpc::array result;
    for (const installed_app& app : os.apps())
        if (app.system ? defaults : removable)
            result.emplace_back(listed_app(app));
    return result;
}

/// All eight have to be there.
std::expected<void, refusal> check_list(const xpc::dictionary& options)
{
    for (const char* name : list_options)
        if (const auto there = wanted<bool>(options, name); !there)
            return std::unexpected(there.error());
    return {};
}

asio::awaitable<outcome> list_apps(conversation& with, xpc::dictionary input)
{
    if (const auto good = check_list(input); !good)
        co_return std::unexpected(good.error());
    const auto is_set = [&](const char* name) { return *xpc::member<bool>(input, name); };
    if (major_version(with.device) >= first_with_stream &&
        std::ranges::any_of(list_options, is_set))
        co_await with.host.until_closed(); // such a phone never answers
    co_return outcome(apps_for(with.os(), input));
}

/// In pieces, beside the reply.
asio::awaitable<outcome> stream_apps(conversation& with, xpc::dictionary input)
{
    constexpr std::size_t at_once = 8;
    const auto options = wanted<xpc::dictionary>(input, "actualInput");
    const auto channel = channel_in(input);
    if (!options || !channel)
        co_return std::unexpected(options ? channel.error() : options.error());
    if (const auto good = check_list(*options); !good)
        co_return std::unexpected(good.error());
    const xpc::array all = apps_for(with.os(), *options);
    for (std::size_t at = 0; at < all.size(); at += at_once) {
        const auto piece = std::span(all).subspan(at).first(std::min(at_once, all.size() - at));
        co_await with.host.push(
            push_of(*channel, "pushing", {{"elements", xpc::array(piece.begin(), piece.end())}}));
    }
    co_await with.host.push(push_of(*channel, "finishStreaming", {}));
    co_return outcome(xpc::dictionary());
}

xpc::dictionary token_of(const installed_app& app, std::int64_t process)
{
    const std::string url = "file://" + bundle_path(app) + "/" + executable_of(app);
    return {{"processIdentifier", process},
            {"processIdentifierVersion", std::int64_t{1}},
            {"executableURL", xpc::dictionary{{"relative", url}}}};
}

outcome list_processes(conversation& with, const xpc::dictionary&)
{
    const operating_system& os = with.os();
    look_for_processes(with.shared, with.device);
    xpc::array tokens;
    for (const installed_app& app : os.apps())
        if (const auto found = with.shared.processes.find(app.bundle_id);
            found != with.shared.processes.end())
            tokens.emplace_back(token_of(app, found->second));
    return xpc::dictionary{{"processTokens", std::move(tokens)}};
}

std::unexpected<refusal> no_launch(std::string_view why, std::int64_t code = launch_failed)
{
    return std::unexpected(refusal{.domain = core_device_error,
                                   .code = code,
                                   .description = "The application failed to launch.",
                                   .detail = std::string(why)});
}

/// The app and whether one that runs is to be ended first, once everything has the right type.
std::expected<std::pair<std::string, bool>, refusal> read_launch(const xpc::dictionary& input)
{
    const auto specifier = wanted<xpc::dictionary>(input, "applicationSpecifier");
    if (!specifier)
        return std::unexpected(specifier.error());
    const auto id = wanted<xpc::dictionary>(*specifier, "bundleIdentifier");
    const auto bundle =
        id ? wanted<std::string>(*id, "_0") : std::unexpected(missing_key("bundleIdentifier"));
    if (!bundle)
        return std::unexpected(bundle.error());
    const auto options = wanted<xpc::dictionary>(input, "options");
    if (!options)
        return std::unexpected(options.error());
    const auto platform = wanted<xpc::bytes>(*options, "platformSpecificOptions");
    const auto arguments = wanted<xpc::array>(*options, "arguments");
    const auto anew = wanted<bool>(*options, "terminateExisting");
    if (!platform || platform->empty() || !arguments || !anew)
        return std::unexpected(missing_key(!anew        ? "terminateExisting"
                                           : !arguments ? "arguments"
                                                        : "platformSpecificOptions"));
    if (xpc::member<xpc::dictionary>(input, "standardIOIdentifiers") == nullptr)
        return std::unexpected(missing_key("standardIOIdentifiers"));
    return std::pair(*bundle, *anew);
}

/// True for a flag and for a number: hosts send both.
bool is_set_in(const xpc::bytes& property_list, std::string_view name)
{
    const auto options = plist::parse(property_list);
    const auto* found = options ? plist::find(*options, name) : nullptr;
    return found != nullptr && (*found == true || (found->is_number_integer() && *found != 0));
}

/// Of a launch that has been read already.
launch_request request_for(const xpc::dictionary& input, const std::string& bundle_id)
{
    const auto& options = *xpc::member<xpc::dictionary>(input, "options");
    const auto* environment = xpc::member<xpc::dictionary>(options, "environmentVariables");
    const auto variable = [&](std::string_view name) {
        const auto* text =
            environment == nullptr ? nullptr : xpc::member<std::string>(*environment, name);
        return text == nullptr ? std::string() : *text;
    };
    return {.bundle_id = bundle_id,
            .behind = is_set_in(*xpc::member<xpc::bytes>(options, "platformSpecificOptions"),
                                "ActivateSuspended"),
            .session = variable("XCTestSessionIdentifier"),
            .configuration = variable("XCTestConfigurationFilePath")};
}

outcome launch(conversation& with, const xpc::dictionary& input)
{
    const auto asked = read_launch(input);
    if (!asked)
        return std::unexpected(asked.error());
    const auto& [bundle_id, anew] = *asked;
    const operating_system& os = with.os();
    const auto apps = os.apps();
    const auto app = std::ranges::find(apps, bundle_id, &installed_app::bundle_id);
    if (app == apps.end())
        return no_launch("The application is not installed.");
    if (with.device.untrusted_apps.contains(bundle_id))
        return no_launch("The developer of the application is not trusted.");
    if (os.locked())
        return no_launch("The device was not, or could not be, unlocked.");
    const launch_request request = request_for(input, bundle_id);
    // A runner that has run from the beginning makes room for a test, and for nothing else.
    if (anew && (os.runs(bundle_id) || !request.session.empty())) {
        end_app(with.device, with.shared, bundle_id);
        if (with.device.faults.take("appservice.just_ended"))
            return no_launch("The application has just been ended.", just_ended);
    }
    const auto process = launch_app(with.device, with.shared, with.host.executor(), request);
    if (!process)
        return no_launch(process.error());
    return xpc::dictionary{{"processToken", token_of(*app, *process)}};
}

outcome send_signal(conversation& with, const xpc::dictionary& input)
{
    const auto process = wanted<xpc::dictionary>(input, "process");
    const auto id = process ? wanted<std::int64_t>(*process, "processIdentifier")
                            : std::unexpected(process.error());
    if (!id)
        return std::unexpected(id.error());
    const auto signal = wanted<std::int64_t>(input, "signal");
    if (!signal)
        return std::unexpected(signal.error());
    with.os();
    look_for_processes(with.shared, with.device);
    const auto bundle_id = app_of_process(with.shared, *id);
    if (!bundle_id)
        return std::unexpected(refusal{
            .domain = posix_error, .code = no_such_process, .description = "No such process"});
    if (*signal == signal_kill || *signal == signal_end)
        end_app(with.device, with.shared, *bundle_id);
    return xpc::dictionary{{"process", *process}, {"signal", *signal}};
}

} // namespace

asio::awaitable<void> serve_app_service(conversation& with)
{
    static constexpr std::array features{
        feature{"listapps", list_apps}, feature{"streamapplist", stream_apps},
        feature{"listprocesses", list_processes}, feature{"launchapplication", launch},
        feature{"sendsignaltoprocess", send_signal}};
    co_await serve_features(with, features);
}

} // namespace thimble::virtualphone::coredevice
