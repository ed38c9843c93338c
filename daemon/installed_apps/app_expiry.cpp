#include "daemon/installed_apps/app_expiry.hpp"

#include "text/iso_time.hpp"
#include "text/marked_commands.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <ranges>

namespace thimble::daemon {

namespace packages = device::packages;

namespace {

std::string message_about(const packages::installed_entry& app, std::chrono::sys_seconds now)
{
    const auto when = service::iso_time(*app.expires);
    const auto id = service::without_marks(app.bundle_id);
    if (*app.expires <= now)
        return "The profile of the runner " + id + " ended on " + when +
               ": the phone does not start it any more.";
    return "The profile of the runner " + id + " ends on " + when +
           ": the phone will not start it after that.";
}

std::string remedy_of(const packages::installed_entry& app)
{
    if (app.follows_file)
        return "Sign " + service::without_marks(service::printable(app.file)) +
               " with a new profile; it is installed by itself then.";
    return "Sign WebDriverAgentRunner with a new profile and install it: `thimbled runner install "
           "FILE`.";
}

} // namespace

std::vector<device::warning> expiry_warnings(const packages::install_record& apps,
                                             std::string_view udid,
                                             std::chrono::sys_seconds now)
{
    const auto& all = apps.entries();
    const auto newest_first = std::views::reverse(all);
    const auto runner =
        std::ranges::find_if(newest_first, [&](const packages::installed_entry& each) {
            return each.is_runner && each.udid == udid;
        });
    if (runner == newest_first.end() || !runner->expires)
        return {};
    if (packages::check_expiry(*runner->expires, now).empty())
        return {};
    return {{.code = device::warning_code::driver_expires,
             .message = message_about(*runner, now),
             .remedy = remedy_of(*runner),
             .since = *runner->expires - packages::expiry_warning}};
}

} // namespace thimble::daemon
