#include "service/phones/phone_checks.hpp"

#include "service/phones/phone_record.hpp"
#include "text/marked_commands.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

constexpr std::string_view locked = "LOCKED";
constexpr std::array works_when_locked{
    std::string_view("home"),
    std::string_view("lock"),
    std::string_view("screenshot"),
    std::string_view("unlock"),
};

/// Of what only WebDriverAgent can do.
constexpr std::array of_the_runner{
    std::string_view("DRIVER_EXPIRED"),         std::string_view("DRIVER_NOT_AUTHORIZED"),
    std::string_view("DRIVER_NOT_INSTALLED"),   std::string_view("DRIVER_NOT_RUNNING"),
    std::string_view("DRIVER_NOT_TRUSTED"),     std::string_view("DRIVER_STARTING"),
    std::string_view("DRIVER_TOO_OLD"),         std::string_view("UI_AUTOMATION_OFF"),
    std::string_view("UI_AUTOMATION_PASSCODE"),
};

bool holds(const auto& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

/// A missing driver does not block what another one gives.
bool is_hindered(const known_phone& phone, std::string_view action)
{
    const bool given = offers(phone, action);
    const bool lock_matters = !holds(works_when_locked, action);
    return std::ranges::any_of(phone.state.blockers, [&](const auto& each) {
        if (each.code == locked)
            return lock_matters;
        return !(given && holds(of_the_runner, each.code));
    });
}

} // namespace

bool offers(const known_phone& phone, std::string_view name)
{
    return std::ranges::find(phone.state.capabilities, name) != phone.state.capabilities.end();
}

failure unsupported(std::string_view capability, std::string_view what_would_enable_it)
{
    return {.code = "UNSUPPORTED_ACTION",
            .message = "This phone cannot do that now: " + std::string(what_would_enable_it) + ".",
            .context = {{"capability", capability}}};
}

failure not_ready(const known_phone& phone)
{
    std::string message = "The phone cannot be driven yet.";
    if (!phone.state.blockers.empty()) {
        const auto& first = phone.state.blockers.front();
        message = without_marks(first.message + " " + first.remedy);
    }
    return {
        .code = "PHONE_NOT_READY",
        .message = std::move(message),
        .context = {{"phone_id", phone.id}, {"blockers", blocker_records(phone.state.blockers)}}};
}

result<void> check_ready(const known_phone& phone, const link::action& what)
{
    const auto name = link::name_of(what);
    if (name == link::select::name)
        return {};
    if (const auto* several = std::get_if<link::batch>(&what); several && !several->steps.empty())
        return check_ready(phone, link::to_action(several->steps.front())); // may unlock the rest
    const bool other_source =
        link::lane_of(what) == link::lane::frames || name == link::list_apps::name;
    if (other_source && offers(phone, name))
        return {}; // a missing driver does not block what another source gives
    if (is_hindered(phone, name))
        return std::unexpected(not_ready(phone));
    if (!offers(phone, name))
        return std::unexpected(unsupported(name, "no driver of this phone offers it"));
    return {};
}

bool can_do(const known_phone& phone, const link::action& what)
{
    return offers(phone, link::name_of(what));
}

result<void> check_observable(const known_phone& phone)
{
    if (offers(phone, link::screenshot::name))
        return {};
    return std::unexpected(unsupported("observe.settled", "no driver of this phone has pictures"));
}

} // namespace thimble::service
