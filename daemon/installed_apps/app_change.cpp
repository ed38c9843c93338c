#include "daemon/installed_apps/app_change.hpp"

#include "daemon/control/ownership.hpp"
#include "device/lockdown/lockdown.hpp"
#include "device/lockdown/pair_record.hpp"
#include "device/usbmux/attached_list.hpp"
#include "device/wda/runner/runner_version.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <chrono>

namespace thimble::daemon {

namespace packages = device::packages;

namespace {

std::chrono::sys_seconds this_second()
{
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

device::failure change_failure(std::string cause, std::string message)
{
    return {
        .what = device::problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

device::failure phone_busy()
{
    return change_failure("phone_busy",
                          "Apps of this phone are being changed by another program of "
                          "Thimble on this computer. Try again when it has ended.");
}

} // namespace

device::result<target_phone> look_at_phone(const device::attachment& where)
{
    if (device::has_pair_record(where.udid) != true)
        return std::unexpected(
            change_failure("not_trusted", "The phone does not trust this computer. Start thimbled, "
                                          "unlock the phone and tap Trust."));
    const auto told = device::read_lockdown(where, device::lock_hint::none);
    if (trust_missing(told.trust))
        return std::unexpected(
            change_failure("not_trusted", "The phone does not trust this computer. Unlock it and "
                                          "tap Trust when it asks."));
    if (told.os_version.empty())
        return std::unexpected(change_failure(
            "phone_silent", "The phone does not answer. Unlock it, keep it connected and try "
                            "again."));
    return target_phone{.where = where,
                        .name = service::printable(told.name),
                        .facts = {.udid = where.udid,
                                  .os_version = told.os_version,
                                  .kind = packages::phone_facts::family_of(told.product_type)}};
}

std::vector<packages::package_problem> check_offered(const offered_app& what,
                                                     const target_phone& phone)
{
    return packages::check_package(what.app,
                                   {.phone = phone.facts,
                                    .use = what.use,
                                    .now = this_second(),
                                    .oldest_runner = device::wda::oldest_supported_runner});
}

nlohmann::json problem_records(const app_change& outcome)
{
    auto list = nlohmann::json::array();
    for (const auto& each : outcome.problems)
        list.push_back(
            {{"code", each.code},
             {"severity", each.how_bad == packages::severity::error ? "error" : "warning"},
             {"message", each.message}});
    return list;
}

app_changes::app_changes(app_record record, std::filesystem::path runtime_directory)
    : record_(std::move(record)), runtime_directory_(std::move(runtime_directory))
{
}

/// The app is on the phone by then: a record that cannot be written is told of, and is no failure.
void app_changes::remember(app_change& outcome,
                           const std::function<void(packages::install_record&)>& how) const
{
    auto written = record_.change(how);
    outcome.note = written ? std::move(*written)
                           : "What is installed could not be remembered. " + written.error() + ".";
}

app_change app_changes::install(const target_phone& phone,
                                const offered_app& what,
                                const device::install_watch& watch) const
{
    app_change outcome{.problems = check_offered(what, phone), .failure = {}, .note = {}};
    if (!packages::may_be_sent(outcome.problems)) {
        outcome.failure = change_failure("package_refused",
                                         "The package is not for this phone. Nothing was sent.");
        return outcome;
    }
    const ownership rights(runtime_directory_, {});
    const auto turn = rights.claim_app_change(phone.facts.udid);
    if (!turn) {
        outcome.failure = phone_busy();
        return outcome;
    }
    auto installed = device::install_app(phone.where, what.app, watch);
    if (!installed) {
        outcome.failure = std::move(installed.error());
        return outcome;
    }
    remember(outcome, [&](packages::install_record& apps) {
        auto entry =
            packages::entry_for(what.app, phone.facts.udid, this_second(), what.follows_file);
        if (!what.keeps_file) {
            entry.file.clear();
            entry.file_time.reset();
        }
        apps.remember(std::move(entry));
    });
    return outcome;
}

app_change app_changes::remove(const device::attachment& where,
                               const std::string& bundle_id,
                               const device::install_watch& watch) const
{
    app_change outcome;
    const ownership rights(runtime_directory_, {});
    const auto turn = rights.claim_app_change(where.udid);
    if (!turn) {
        outcome.failure = phone_busy();
        return outcome;
    }
    auto removed = device::uninstall_app(where, bundle_id, watch);
    if (!removed) {
        outcome.failure = std::move(removed.error());
        return outcome;
    }
    remember(outcome, [&](packages::install_record& apps) { apps.forget(where.udid, bundle_id); });
    return outcome;
}

installed_file install_file(const app_changes& changes,
                            const wanted_installation& what,
                            const device::install_watch& watch)
{
    installed_file result;
    const auto fail = [&](device::failure why) {
        result.outcome.failure = std::move(why);
        return std::move(result);
    };
    const auto attached = device::list_attached();
    const auto where = std::ranges::find(attached, what.udid, &device::attachment::udid);
    if (where == attached.end())
        return fail(change_failure("phone_not_attached", "The phone is not attached."));
    auto package = device::read_app(what.file, watch);
    if (!package)
        return fail(std::move(package.error()));
    result.app = std::move(*package);
    if (!what.bundle_id.empty() && result.app->bundle_id != what.bundle_id)
        return fail(change_failure("app_of_other_id", "The file holds another app by now, " +
                                                          result.app->bundle_id + "."));
    const auto phone = look_at_phone(*where);
    if (!phone)
        return fail(phone.error());
    result.outcome = changes.install(*phone,
                                     {.app = *result.app,
                                      .use = what.use,
                                      .follows_file = what.follows_file,
                                      .keeps_file = what.keeps_file},
                                     watch);
    return result;
}

} // namespace thimble::daemon
