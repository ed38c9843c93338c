#include "daemon/cli/attached_choice.hpp"

#include "daemon/installed_apps/app_change.hpp"
#include "daemon/serving/debug_answers.hpp"
#include "device/usbmux/attached_list.hpp"
#include "text/called.hpp"
#include "text/lists.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <vector>

namespace thimble::daemon {

namespace {

using attachments = std::vector<device::attachment>;

std::unexpected<device::failure> not_chosen(std::string cause, std::string message)
{
    return std::unexpected(device::failure{.what = device::problem::refused,
                                           .message = std::move(message),
                                           .cause = std::move(cause)});
}

std::string udids_in(const attachments& phones)
{
    return service::joined(phones, ", ", [](const device::attachment& each) { return each.udid; });
}

/// Empty where the phone does not tell it.
std::string told_name(const device::attachment& where)
{
    const auto phone = look_at_phone(where);
    return phone ? phone->name : std::string();
}

device::result<device::attachment> named_in(attachments all, const std::string& called)
{
    const auto by_udid = std::ranges::find(all, called, &device::attachment::udid);
    if (by_udid != all.end()) // which no phone has to be asked for
        return std::move(*by_udid);
    std::vector<service::called> phones;
    phones.reserve(all.size());
    for (const auto& each : all)
        phones.push_back(
            {.ids = {local_phone_id(each.udid), each.udid}, .names = {told_name(each)}});
    const auto places = service::find_called(called, phones);
    if (places.size() == 1)
        return std::move(all[places.front()]);
    const auto shown = service::printable(called);
    if (places.empty())
        return not_chosen("phone_not_attached",
                          fmt::format("The phone {} is not attached to this computer.{}", shown,
                                      all.empty() ? "" : " Attached: " + udids_in(all) + "."));
    attachments same;
    for (const auto place : places)
        same.push_back(std::move(all[place]));
    return not_chosen("phone_ambiguous",
                      fmt::format("Several phones are called {}: {}. Say which one, by its UDID: "
                                  "--phone UDID.",
                                  shown, udids_in(same)));
}

} // namespace

device::result<device::attachment> choose_attached(const std::optional<std::string>& called)
{
    auto all = device::list_attached();
    if (called)
        return named_in(std::move(all), *called);
    if (all.empty())
        return not_chosen("phone_not_attached", "No phone is attached to this computer.");
    if (all.size() > 1)
        return not_chosen("phones_several",
                          fmt::format("Several phones are attached: {}. Say which one, by name or "
                                      "UDID: --phone NAME.",
                                      udids_in(all)));
    return std::move(all.front());
}

} // namespace thimble::daemon
