#include "virtualphone/services/installation_changes.hpp"

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::string_view installed_note = "com.apple.mobile.application_installed";
constexpr std::string_view uninstalled_note = "com.apple.mobile.application_uninstalled";

plist::value refused(const packages::refusal& why)
{
    return {{"Error", why.error}, {"ErrorDescription", why.description}, {"ErrorDetail", 0}};
}

plist::value missing(std::string_view error)
{
    return refused({.error = std::string(error), .description = "The request is incomplete."});
}

/// The built-in app of this id; nothing where there is none.
std::optional<operating_system::installed_app> built_in(service_session& session,
                                                        const std::string& bundle_id)
{
    const auto apps = session.os().apps();
    const auto found =
        std::ranges::find(apps, bundle_id, &operating_system::installed_app::bundle_id);
    return found == apps.end() ? std::nullopt : std::optional(*found);
}

packages::installing_phone facts_of(service_session& session)
{
    const auto& os = session.os();
    return {.udid = std::string(os.who().udid),
            .os_version = std::string(os.ios().version),
            .is_pad = os.hardware().kind == idiom::pad,
            .now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())};
}

/// The phone is full, managed, or has as many such apps as it takes.
std::optional<packages::refusal> switched_on_refusal(service_session& session)
{
    struct known {
        std::string_view fault;
        std::string_view error;
        std::string_view description;
    };
    static constexpr std::array<known, 3> all{{
        {"installation_proxy.full", "APIInternalError",
         "This app can't be installed because there isn't enough storage. copyfile failed: No "
         "space left on device"},
        {"installation_proxy.prohibited", "InstallProhibited", ""},
        {"installation_proxy.free_team", "ApplicationVerificationFailed",
         "This device has reached the maximum number of installed apps using a free developer "
         "profile: {(\n    \"TEAM123456.org.example.one\",\n    \"TEAM123456.org.example.two\",\n"
         "    \"TEAM123456.org.example.three\"\n)}"},
    }};
    for (const auto& each : all)
        if (session.device.faults.take(each.fault))
            return packages::refusal{.error = std::string(each.error),
                                     .description = std::string(each.description)};
    return std::nullopt;
}

std::optional<packages::refusal> obstacle(service_session& session,
                                          const packages::offered_app& app)
{
    auto& all = session.shared.packages.apps;
    const auto there = all.find(app.bundle_id);
    const bool is_new = there == all.end();
    const auto team =
        is_new || !there->second.profile ? std::string() : there->second.profile->team;
    if (auto found = packages::installation_obstacle(app, facts_of(session), team))
        return found;
    if (const auto fixed = built_in(session, app.bundle_id); fixed && fixed->system)
        return packages::refusal{.error = "NotEntitled",
                                 .description = "The app is part of the system."};
    if (is_new && all.size() >= installed_packages::most_apps)
        return packages::refusal{.error = "PackageExtractionFailed",
                                 .description = "No space left on device."};
    return switched_on_refusal(session);
}

/// A runner can be started from then on; apps of a developer whom nobody trusts cannot.
void note_new_app(service_session& session, const packages::offered_app& app)
{
    phone& device = session.device;
    if (!device.trusts_developers)
        device.untrusted_apps.insert(app.bundle_id);
    if (app.executable == operating_system::runner_executable)
        device.os.install_runner(app.bundle_id, device.clock.now());
}

} // namespace

asio::awaitable<void>
install_package(service_session& session, const plist::value& request, const plist::value& internal)
{
    struct step {
        std::string_view status;
        int percent = 0;
    };
    constexpr std::array<step, 6> steps{{{"CreatingStagingDirectory", 5},
                                         {"ExtractingPackage", 15},
                                         {"InspectingPackage", 20},
                                         {"PreflightingApplication", 30},
                                         {"VerifyingApplication", 40},
                                         {"InstallingApplication", 60}}};
    auto& shared = session.shared;
    const auto path = plist::string_at(request, "PackagePath");
    if (!path)
        co_return co_await session.host.send(missing("MissingPackagePath"), internal);
    for (const auto& each : steps)
        co_await session.host.send({{"Status", each.status}, {"PercentComplete", each.percent}},
                                   internal);
    const auto app = packages::read_offered_app(shared.packages.media, *path);
    const auto problem = app ? obstacle(session, *app) : std::optional(app.error());
    if (problem) {
        session.device.log.append(session.device.clock.now(), "install_refused",
                                  {{"error", problem->error}});
        if (app && !shared.packages.apps.contains(app->bundle_id) &&
            session.device.faults.take("installation_proxy.placeholder"))
            shared.packages.placeholders[app->bundle_id] = *app;
        co_return co_await session.host.send(refused(*problem), internal);
    }
    shared.packages.placeholders.erase(app->bundle_id);
    shared.packages.apps[app->bundle_id] = *app;
    note_new_app(session, *app);
    shared.packages.media.remove(*path, true); // moved to its place
    co_await session.host.send({{"Status", "GeneratingApplicationMap"}, {"PercentComplete", 90}},
                               internal);
    co_await session.host.send({{"Status", "Complete"}}, internal);
    shared.notifications.post(installed_note);
}

asio::awaitable<void> uninstall_package(service_session& session,
                                        const plist::value& request,
                                        const plist::value& internal)
{
    auto& shared = session.shared;
    const auto id = plist::string_at(request, "ApplicationIdentifier");
    if (!id)
        co_return co_await session.host.send(missing("MissingApplicationIdentifier"), internal);
    if (!shared.packages.apps.contains(*id) && built_in(session, *id))
        co_return co_await session.host.send(
            refused({.error = "UninstallProhibited", .description = "The app cannot be removed."}),
            internal);
    co_await session.host.send({{"Status", "RemovingApplication"}, {"PercentComplete", 50}},
                               internal);
    shared.packages.placeholders.erase(*id);
    const bool was_there = shared.packages.apps.erase(*id) == 1;
    if (was_there && session.os().who().installed_runner() == *id) {
        session.device.change_runner(runner::dead);
        session.device.os.remove_runner(session.device.clock.now());
    }
    if (was_there && !built_in(session, *id))
        shared.packages.containers.erase(*id);
    co_await session.host.send({{"Status", "Complete"}}, internal);
    if (was_there)
        shared.notifications.post(uninstalled_note);
}

} // namespace thimble::virtualphone
