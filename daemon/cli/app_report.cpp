#include "daemon/cli/app_report.hpp"

#include "text/iso_time.hpp"
#include "text/json_member.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

using nlohmann::ordered_json;
namespace packages = device::packages;

namespace {

std::string_view outcome_word(const app_change& outcome)
{
    if (outcome.done())
        return "done";
    return outcome.failure->phone == device::reached::nothing ? "not_sent" : "unknown";
}

std::string_view severity_word(packages::severity how_bad)
{
    return how_bad == packages::severity::error ? "error" : "warning";
}

std::string version_of(const packages::app_package& app)
{
    return packages::is_runner(app) && !app.runner_version.empty()
               ? "WebDriverAgent " + app.runner_version
               : app.version;
}

ordered_json record_of(const packages::app_package& app, bool follows_file)
{
    ordered_json record{{"file", app.file.string()},
                        {"name", app.name},
                        {"version", app.version},
                        {"build", app.build},
                        {"runner_version", service::text_or_null(app.runner_version)},
                        {"team", nullptr},
                        {"expires", nullptr},
                        {"follows_file", follows_file}};
    if (app.profile) {
        record["team"] = app.profile->team_id;
        record["expires"] = service::iso_time(app.profile->expires);
    }
    return record;
}

std::string described(const packages::app_package& app)
{
    auto text = fmt::format("{} {} ({})", app.name, version_of(app), app.bundle_id);
    if (app.profile)
        text += fmt::format(", signed by team {} until {}", app.profile->team_id,
                            service::iso_time(app.profile->expires));
    return service::printable(text) + "\n";
}

std::string phone_of(const app_report& what)
{
    return what.phone.empty() ? what.udid : fmt::format("{} ({})", what.phone, what.udid);
}

std::string end_of(const app_report& what)
{
    const auto& failure = what.outcome.failure;
    if (!failure)
        return fmt::format("{} on {}.\n", what.package ? "installed" : "removed, or was not there,",
                           phone_of(what));
    if (failure->cause == "cancelled" && failure->phone == device::reached::nothing)
        return failure->message + " Nothing of it is left on the phone.\n";
    return fmt::format("{} ({})\n", failure->message, failure->cause);
}

} // namespace

ordered_json for_program(const app_report& what)
{
    const auto& failure = what.outcome.failure;
    ordered_json record;
    record["phone"] = service::text_or_null(what.udid);
    record["bundle_id"] = service::text_or_null(what.bundle_id);
    record["app"] = what.package ? record_of(*what.package, what.follows_file) : ordered_json();
    record["done"] = what.outcome.done();
    record["outcome"] = outcome_word(what.outcome);
    record["problems"] = problem_records(what.outcome);
    record["error"] = failure
                          ? ordered_json{{"code", failure->cause}, {"message", failure->message}}
                          : ordered_json();
    record["note"] = service::text_or_null(what.outcome.note);
    return record;
}

std::string for_person(const app_report& what)
{
    std::string text = what.package ? described(*what.package) : std::string();
    for (const auto& each : what.outcome.problems)
        text += fmt::format("{} {}: {}\n", severity_word(each.how_bad), each.code, each.message);
    text += end_of(what);
    if (!what.outcome.note.empty())
        text += what.outcome.note + "\n";
    return text;
}

} // namespace thimble::daemon
