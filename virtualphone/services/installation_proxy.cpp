// installation_proxy: the apps of the phone, listed and changed.
#include "virtualphone/phone/app_bundle.hpp"
#include "virtualphone/services/installation_changes.hpp"
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <set>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

/// An app of the phone's software, or one that a host has installed.
struct listed_app {
    operating_system::installed_app app;
    std::string executable;
    std::string build;
    std::string signer;
    bool is_placeholder = false;
};

constexpr std::size_t apps_in_a_part = 8;

plist::value installation_failure(std::string_view error, std::string_view description)
{
    return {{"Error", error}, {"ErrorDescription", description}};
}

plist::value internal_error()
{
    return installation_failure("APIInternalError", "The request failed.");
}

plist::value everything_about(const listed_app& listed)
{
    const auto& app = listed.app;
    plist::value environment{{"HOME", container_path(app)}};
    plist::value all{{"ApplicationType", app.system ? "System" : "User"},
                     {"CFBundleDisplayName", app.name},
                     {"CFBundleExecutable", listed.executable},
                     {"CFBundleIdentifier", app.bundle_id},
                     {"CFBundleName", app.name},
                     {"CFBundleShortVersionString", app.version},
                     {"CFBundleVersion", listed.build},
                     {"Container", container_path(app)},
                     {"EnvironmentVariables", std::move(environment)},
                     {"Path", bundle_path(app)},
                     {"ProfileValidated", true},
                     {"SignerIdentity", listed.signer},
                     {"UIFileSharingEnabled", false}};
    if (listed.is_placeholder)
        all["IsPlaceholder"] = true;
    return all;
}

/// Only what ReturnAttributes names, if it is there.
plist::value description_of(const listed_app& app, const plist::value& options)
{
    plist::value all = everything_about(app);
    const plist::value* wanted = plist::find(options, "ReturnAttributes");
    if (!wanted || !wanted->is_array())
        return all;
    plist::value some = plist::value::object();
    for (const plist::value& name : *wanted)
        if (name.is_string())
            if (const plist::value* found = plist::find(all, name.get_ref<const std::string&>()))
                some[name.get_ref<const std::string&>()] = *found;
    return some;
}

/// Apps that hosts have installed replace those that the phone had under the same id.
std::vector<listed_app> all_apps(service_session& session)
{
    const auto& installed = session.shared.packages.apps;
    std::vector<listed_app> all;
    for (auto& app : session.os().apps()) {
        if (installed.contains(app.bundle_id))
            continue;
        const std::string executable = executable_of(app);
        const std::string build = app.version;
        const std::string signer =
            app.system ? "Apple iPhone OS Application Signing" : "Apple Development: Thimble";
        all.push_back({std::move(app), executable, build, signer});
    }
    for (const auto& [id, app] : installed)
        all.push_back(
            {.app = {.bundle_id = id, .name = app.name, .version = app.version, .system = false},
             .executable = app.executable,
             .build = app.build,
             .signer = "Apple Development: " + (app.profile ? app.profile->team : std::string())});
    for (const auto& [id, app] : session.shared.packages.placeholders)
        all.push_back(
            {.app = {.bundle_id = id, .name = app.name, .version = app.version, .system = false},
             .executable = app.executable,
             .build = app.build,
             .signer = {},
             .is_placeholder = true});
    return all;
}

std::vector<listed_app> apps_of_type(service_session& session, const plist::value& options)
{
    const std::string type = plist::string_at(options, "ApplicationType").value_or("Any");
    std::vector<listed_app> apps = all_apps(session);
    std::erase_if(apps, [&](const listed_app& listed) {
        return (type == "User" && listed.app.system) || (type == "System" && !listed.app.system);
    });
    return apps;
}

asio::awaitable<void> browse(service_session& session, const plist::value& options)
{
    const auto apps = apps_of_type(session, options);
    for (std::size_t first = 0; first < apps.size(); first += apps_in_a_part) {
        const std::size_t amount = std::min(apps_in_a_part, apps.size() - first);
        plist::value list = plist::value::array();
        for (std::size_t i = first; i < first + amount; ++i)
            list.push_back(description_of(apps[i], options));
        plist::value part{
            {"Status", "BrowsingApplications"}, {"CurrentIndex", first}, {"CurrentAmount", amount}};
        part["CurrentList"] = std::move(list);
        co_await session.host.send(part, internal_error());
    }
    co_await session.host.send({{"Status", "Complete"}}, internal_error());
}

bool is_asked_for(const listed_app& listed, const plist::value& options)
{
    const plist::value* ids = plist::find(options, "BundleIDs");
    return !ids || !ids->is_array() ||
           std::ranges::find(*ids, plist::value(listed.app.bundle_id)) != ids->end();
}

asio::awaitable<void> look_up(service_session& session, const plist::value& options)
{
    plist::value found = plist::value::object();
    for (const listed_app& listed : apps_of_type(session, options))
        if (is_asked_for(listed, options))
            found[listed.app.bundle_id] = description_of(listed, options);
    plist::value answer{{"Status", "Complete"}};
    answer["LookupResult"] = std::move(found);
    co_await session.host.send(answer, internal_error());
}

} // namespace

asio::awaitable<void> serve_installation_proxy(service_session& session)
{
    for (;;) {
        const plist::value request = co_await session.host.receive();
        const std::string command = plist::string_at(request, "Command").value_or("");
        const plist::value* given = plist::find(request, "ClientOptions");
        const plist::value options = given ? *given : plist::value::object();
        if (command == "Browse")
            co_await browse(session, options);
        else if (command == "Lookup")
            co_await look_up(session, options);
        else if (command == "Install" || command == "Upgrade")
            co_await install_package(session, request, internal_error());
        else if (command == "Uninstall")
            co_await uninstall_package(session, request, internal_error());
        else
            co_await session.host.send(
                installation_failure("UnknownCommand", "The command is unknown."),
                internal_error());
    }
}

} // namespace thimble::virtualphone
