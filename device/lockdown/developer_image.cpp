#include "device/lockdown/developer_image.hpp"

#include "device/lockdown/plist_value.hpp"
#include "device/lockdown/service_question.hpp"
#include "device/usbmux/handle.hpp"

namespace thimble::device {
namespace {

constexpr const char* image_service = "com.apple.mobile.mobile_image_mounter";
constexpr int first_ios_with_personal_images = 17;
constexpr int first_ios_with_silent_lookup = 27; // finds nothing although an image is mounted

bool is_dict(plist_t node)
{
    return node != nullptr && plist_get_node_type(node) == PLIST_DICT;
}

bool has_image(plist_t answer)
{
    if (bool_of(plist_dict_get_item(answer, "ImagePresent")) == true)
        return true;
    auto* const signature = plist_dict_get_item(answer, "ImageSignature");
    if (signature == nullptr)
        return false;
    const auto type = plist_get_node_type(signature);
    return type == PLIST_DATA || (type == PLIST_ARRAY && plist_array_get_size(signature) > 0);
}

bool is_developer_image(plist_t entry)
{
    if (!is_dict(entry))
        return false;
    const auto path = string_of(plist_dict_get_item(entry, "MountPath"));
    const auto type = string_of(plist_dict_get_item(entry, "DiskImageType"));
    return path == "/System/Developer" || path == "/Developer" || type == "Personalized" ||
           type == "Developer";
}

property_list command_named(const char* name)
{
    property_list request(plist_new_dict());
    plist_dict_set_item(request.get(), "Command", plist_new_string(name));
    return request;
}

image_state look_up(idevice_t phone, int ios)
{
    auto request = command_named("LookupImage");
    plist_dict_set_item(
        request.get(), "ImageType",
        plist_new_string(ios >= first_ios_with_personal_images ? "Personalized" : "Developer"));
    return image_state_by_lookup(ask_service(phone, image_service, request).get());
}

} // namespace

image_state image_state_by_lookup(plist_t answer)
{
    if (!is_dict(answer))
        return image_state::unknown;
    if (plist_dict_get_item(answer, "Error") != nullptr) {
        const auto error = string_of(plist_dict_get_item(answer, "Error"));
        return error == "DeviceLocked" ? image_state::phone_locked : image_state::unknown;
    }
    return has_image(answer) ? image_state::mounted : image_state::missing;
}

image_state image_state_by_list(plist_t answer)
{
    auto* const entries = is_dict(answer) ? plist_dict_get_item(answer, "EntryList") : nullptr;
    if (entries == nullptr || plist_get_node_type(entries) != PLIST_ARRAY)
        return image_state::unknown;
    for (std::uint32_t i = 0; i < plist_array_get_size(entries); ++i)
        if (is_developer_image(plist_array_get_item(entries, i)))
            return image_state::mounted;
    return image_state::missing;
}

image_state read_image_state(const attachment& where, int ios)
{
    const auto phone = open_phone(where);
    if (!phone)
        return image_state::unknown;
    const auto looked_up = look_up(phone.get(), ios);
    if (looked_up == image_state::mounted || looked_up == image_state::phone_locked)
        return looked_up;
    const auto listed = image_state_by_list(
        ask_service(phone.get(), image_service, command_named("CopyDevices")).get());
    if (listed != image_state::unknown)
        return listed;
    return ios >= first_ios_with_silent_lookup ? image_state::unknown : looked_up;
}

} // namespace thimble::device
