#include "daemon/report/refusals.hpp"

#include "contract/failure.hpp"
#include "daemon/report/blocker_json.hpp"
#include "daemon/report/phone_report.hpp"
#include "device/usbmux/discovery.hpp"
#include "text/marked_commands.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <chrono>

namespace thimble::daemon {

namespace {

refusal refuse(std::string_view code,
               std::string message,
               nlohmann::json context = nlohmann::json::object(),
               link::outcome outcome = link::outcome::not_sent)
{
    return {.why = {.code = std::string(code),
                    .message = std::move(message),
                    .context = std::move(context)},
            .outcome = outcome};
}

link::outcome outcome_of(device::reached phone)
{
    constexpr std::array outcomes{link::outcome::not_sent, link::outcome::unknown,
                                  link::outcome::done};
    return outcomes.at(static_cast<std::size_t>(phone));
}

std::string_view code_of(device::problem problem, const link::action& what)
{
    const bool takes_picture = std::holds_alternative<link::screenshot>(what);
    switch (problem) {
    case device::problem::detached:
        return "PHONE_NOT_CONNECTED";
    case device::problem::not_ready:
        return "PHONE_NOT_READY";
    case device::problem::unsupported:
        return "UNSUPPORTED_ACTION";
    case device::problem::stale_frame:
        return "STALE_FRAME";
    case device::problem::capture:
        return "SCREENSHOT_FAILED";
    case device::problem::refused:
        return takes_picture ? "SCREENSHOT_FAILED" : "ACTION_FAILED";
    case device::problem::timed_out:
        return takes_picture ? "SCREENSHOT_FAILED" : "TIMEOUT";
    case device::problem::none:
        break;
    }
    return "INTERNAL_ERROR";
}

std::string text_of(const link::coordinate_space& space)
{
    return fmt::format("{}x{} {}", space.size.width, space.size.height,
                       screen::to_string(space.turned));
}

/// A refusal is known before the phone's blockers are looked at again.
std::vector<device::blocker> blockers_behind(const device::phone& phone,
                                             const device::failure& failure)
{
    auto known = phone.blockers();
    if (known.empty() && failure.cause == "not_trusted")
        known.push_back({.code = device::blocker_code::not_trusted,
                         .message = failure.message,
                         .remedy = "Unlock the phone and tap Trust on it.",
                         .since = std::chrono::system_clock::now()});
    return known;
}

} // namespace

refusal
refused_by(const device::phone& phone, const device::failure& failure, const link::action& what)
{
    if (failure.what == device::problem::detached)
        return unplugged(outcome_of(failure.phone));
    auto context = nlohmann::json::object();
    if (!failure.cause.empty())
        context["cause"] = failure.cause;
    if (failure.what == device::problem::unsupported)
        context["capability"] = link::name_of(what);
    if (failure.what == device::problem::not_ready)
        context["blockers"] = to_json(blockers_of(blockers_behind(phone, failure)));
    return refuse(code_of(failure.what, what), failure.message, std::move(context),
                  outcome_of(failure.phone));
}

refusal not_reached(const std::optional<device::alert>& in_front,
                    std::string_view cause,
                    std::string message,
                    link::outcome outcome)
{
    if (!in_front)
        return refuse("ACTION_FAILED", std::move(message), {{"cause", cause}}, outcome);
    return refuse("ACTION_FAILED",
                  message + " An alert is in front: answer it by tapping one of its buttons.",
                  {{"cause", "alert_in_front"},
                   {"alert", {{"text", in_front->text}, {"buttons", in_front->buttons}}}},
                  outcome);
}

refusal not_connected()
{
    return refuse("PHONE_NOT_CONNECTED",
                  "The phone is not attached to this desktop. Plug it in and try again.");
}

refusal not_ready(const device::phone& phone)
{
    auto context = nlohmann::json::object();
    context["blockers"] = to_json(blockers_of(phone.blockers()));
    if (phone.blockers().empty())
        return refuse("PHONE_NOT_READY",
                      "The phone has not told its screen size yet. Try again in a moment.",
                      context);
    const device::blocker& first = phone.blockers().front();
    return refuse("PHONE_NOT_READY", service::without_marks(first.message + " " + first.remedy),
                  context);
}

refusal unsupported(const device::phone& phone, std::string_view capability)
{
    if (!phone.blockers().empty())
        return not_ready(phone); // the driver that could do it is what is missing
    return refuse("UNSUPPORTED_ACTION",
                  fmt::format("No driver of this phone offers '{}'.", capability),
                  {{"capability", capability}});
}

refusal apps_not_listed(const device::phone& phone)
{
    if (!phone.blockers().empty())
        return not_ready(phone);
    return refuse("PHONE_NOT_READY",
                  "The phone has not said which apps it has: its lockdownd does not answer. Try "
                  "again in a moment, or name the app by its bundle id; if that does not help, "
                  "unplug the phone and plug it in again.",
                  {{"blockers", nlohmann::json::array()}});
}

refusal stale_frame(const link::coordinate_space& made_for, const link::coordinate_space& now)
{
    return refuse("STALE_FRAME",
                  fmt::format("The coordinates were made for {}, the screen is {} now. Take a new "
                              "screenshot and try again.",
                              text_of(made_for), text_of(now)));
}

refusal out_of_bounds(std::string_view field, int value, int edge)
{
    return {.why = service::invalid_argument(
                field, "out_of_range",
                fmt::format("is {}; it must be from 0 to {}", value, edge - 1),
                {{"value", value}, {"minimum", 0}, {"maximum", edge - 1}})};
}

refusal
invalid_argument(std::string_view field, std::string_view reason, std::string_view what_is_wrong)
{
    return {.why = service::invalid_argument(field, reason, what_is_wrong)};
}

refusal invalid_job_id()
{
    return {.why = service::invalid_argument("job_id", "malformed",
                                             "must be 1 to 128 printable characters")};
}

refusal expired()
{
    return refuse("TIMEOUT", "The phone was busy until the command's time was over; nothing was "
                             "sent. Try again.");
}

refusal queue_full(std::size_t limit)
{
    return refuse("QUEUE_FULL", fmt::format("{} commands are waiting for this phone already. Try "
                                            "again when some of them have ended.",
                                            limit));
}

refusal withdrawn(link::outcome outcome)
{
    return refuse("CANCELLED", "The command was withdrawn.", nlohmann::json::object(), outcome);
}

refusal overdue(std::chrono::milliseconds limit, link::outcome outcome)
{
    return refuse("TIMEOUT",
                  fmt::format("The phone did not finish within {} s. Look at the screen before "
                              "sending the action again.",
                              std::chrono::duration<double>(limit).count()),
                  nlohmann::json::object(), outcome);
}

refusal unplugged(link::outcome outcome)
{
    if (!device::usbmuxd_listens())
        return refuse("PHONE_NOT_CONNECTED",
                      "usbmuxd, which this computer reaches phones through, ended during the "
                      "action. The phone is back when usbmuxd runs again.",
                      {{"cause", "usbmuxd_not_running"}}, outcome);
    return refuse("PHONE_NOT_CONNECTED",
                  "The phone went away during the action: it was unplugged, or it restarts. Plug "
                  "it in, or wait until it is back.",
                  {{"cause", "phone_gone"}}, outcome);
}

refusal shutting_down(link::outcome outcome)
{
    return refuse("CANCELLED", "thimbled is shutting down.", nlohmann::json::object(), outcome);
}

refusal internal_error(std::string message, link::outcome outcome)
{
    return refuse("INTERNAL_ERROR", std::move(message), nlohmann::json::object(), outcome);
}

} // namespace thimble::daemon
