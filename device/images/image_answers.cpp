#include "device/images/image_answers.hpp"

#include "device/text_limit.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <variant>

namespace thimble::device::images {
namespace {

constexpr std::size_t most_words = 300; // bytes of the phone's own

} // namespace

failure image_refusal(const plist::property_value& answer)
{
    const auto error = plist::text_at(answer, "Error").value_or("");
    const auto detail = plist::text_at(answer, "DetailedError").value_or("");
    failure said{.what = problem::refused,
                 .message =
                     std::string(refused_image) + cut_to_line(error + " " + detail, most_words),
                 .cause = "image_refused"};
    if (error == "DeviceLocked" || detail.contains("device is locked")) {
        said.what = problem::not_ready;
        said.message = "The phone is locked. Unlock it while the developer image is mounted.";
        said.cause = "phone_locked";
    } else if (detail.contains("Developer mode is not enabled")) {
        said.what = problem::not_ready;
        said.message = "Developer Mode is off. Switch it on in Settings > Privacy & Security.";
        said.cause = "developer_mode_off";
    } else if (detail.contains("already mounted")) {
        said.cause = "already_mounted";
    }
    return said;
}

std::vector<blob> looked_up_signatures(const plist::property_value& answer)
{
    std::vector<blob> found;
    const auto* const signature = plist::member_of(answer, "ImageSignature");
    if (signature == nullptr)
        return found;
    if (const auto* const one = std::get_if<plist::property_data>(&signature->held))
        found.push_back(one->bytes);
    if (const auto* const several = std::get_if<plist::property_array>(&signature->held))
        for (const auto& each : *several)
            if (const auto* const one = std::get_if<plist::property_data>(&each.held))
                found.push_back(one->bytes);
    return found;
}

std::vector<blob> listed_signatures(const plist::property_value& answer, std::string_view type)
{
    std::vector<blob> found;
    const auto* const entries = plist::member_of(answer, "EntryList");
    const auto* const all =
        entries != nullptr ? std::get_if<plist::property_array>(&entries->held) : nullptr;
    if (all == nullptr)
        return found;
    for (const auto& each : *all)
        if (plist::text_at(each, "DiskImageType") == type &&
            plist::flag_at(each, "IsMounted") != false)
            std::ranges::move(looked_up_signatures(each), std::back_inserter(found));
    return found;
}

} // namespace thimble::device::images
