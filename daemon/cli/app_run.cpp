#include "daemon/cli/app_run.hpp"

#include "daemon/cli/app_report.hpp"
#include "daemon/cli/attached_choice.hpp"
#include "daemon/cli/interruptible.hpp"
#include "daemon/cli/progress_line.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "device/lockdown/lockdown.hpp"
#include "text/bundle_id.hpp"
#include "text/printable_text.hpp"

#include <iostream>

namespace thimble::daemon {

namespace packages = device::packages;

namespace {

device::failure refused(std::string cause, std::string message)
{
    return {
        .what = device::problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

app_report failed(app_report what, device::failure why)
{
    what.outcome.failure = std::move(why);
    return what;
}

std::string_view step_word(device::install_step step)
{
    switch (step) {
    case device::install_step::reading:
        return "reading";
    case device::install_step::sending:
        return "sending";
    case device::install_step::installing:
        return "installing";
    case device::install_step::removing:
        return "removing";
    }
    return "";
}

device::install_watch watch_with(progress_line& line, const std::atomic<bool>& wanted)
{
    return [&line, &wanted](const device::install_progress& progress) {
        line(step_word(progress.step), progress.done);
        return wanted.load();
    };
}

/// An app is for one phone: its profile names those that it may go to, and to replace an app on all
/// that happen to be attached is not what anybody says by leaving the phone out.
app_report install(const app_request& wanted_app,
                   const std::optional<std::string>& called,
                   const app_changes& changes,
                   const std::atomic<bool>& wanted)
{
    app_report report{.udid = {},
                      .phone = {},
                      .bundle_id = {},
                      .package = {},
                      .follows_file = wanted_app.follow,
                      .outcome = {}};
    const auto where = choose_attached(called);
    if (!where)
        return failed(std::move(report), where.error());
    report.udid = where->udid;
    packages::package_limits limits;
    limits.wanted = [&wanted] { return wanted.load(); };
    auto package = packages::read_package(wanted_app.file, limits);
    if (!package)
        return failed(std::move(report), std::move(package.error()));
    report.bundle_id = package->bundle_id;
    report.package = *package;
    const auto phone = look_at_phone(*where);
    if (!phone)
        return failed(std::move(report), phone.error());
    report.phone = phone->name;
    progress_line line(where->udid);
    report.outcome = changes.install(
        *phone,
        {.app = std::move(*package),
         .use = wanted_app.runner ? packages::app_use::runner : packages::app_use::any,
         .follows_file = wanted_app.follow},
        watch_with(line, wanted));
    return report;
}

app_report remove(const std::string& bundle_id,
                  const std::optional<std::string>& called,
                  const app_changes& changes,
                  const std::atomic<bool>& wanted)
{
    app_report report{.udid = {},
                      .phone = {},
                      .bundle_id = service::printable(bundle_id),
                      .package = {},
                      .outcome = {}};
    if (!service::is_bundle_id(bundle_id))
        return failed(std::move(report),
                      refused("not_a_bundle_id", "That is no bundle id, such as com.example.app."));
    const auto where = choose_attached(called);
    if (!where)
        return failed(std::move(report), where.error());
    report.udid = where->udid;
    const auto phone = look_at_phone(*where);
    if (!phone)
        return failed(std::move(report), phone.error());
    report.phone = phone->name;
    progress_line line(where->udid);
    report.outcome = changes.remove(*where, bundle_id, watch_with(line, wanted));
    return report;
}

} // namespace

int run_app(const options& given, const service::environment& variables)
{
    const auto runtime = runtime_directory::open(variables);
    if (!runtime) {
        std::cerr << "thimbled: " << runtime.error() << '\n';
        return service::exit_cannot_create;
    }
    const app_changes changes(app_record(given.state_dir), runtime->path());
    const auto report = interruptible<app_report>([&](const std::atomic<bool>& wanted) {
        return given.app.what == app_request::deed::install
                   ? install(given.app, given.phone, changes, wanted)
                   : remove(given.app.bundle_id, given.phone, changes, wanted);
    });
    if (given.json)
        std::cout << for_program(report).dump(-1, ' ', false,
                                              nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    else
        std::cout << for_person(report);
    std::cout.flush();
    return report.outcome.done() ? service::exit_ok : service::exit_failed;
}

} // namespace thimble::daemon
