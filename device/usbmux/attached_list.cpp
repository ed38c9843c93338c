#include "device/usbmux/attached_list.hpp"

#include <libimobiledevice/libimobiledevice.h>

#include <memory>

namespace thimble::device {

std::vector<attachment> list_attached()
{
    idevice_info_t* list = nullptr;
    int count = 0;
    if (idevice_get_device_list_extended(&list, &count) != IDEVICE_E_SUCCESS || list == nullptr)
        return {};
    const std::unique_ptr<idevice_info_t, decltype(&idevice_device_list_extended_free)> owner(
        list, &idevice_device_list_extended_free);
    std::map<std::string, attachment> found;
    for (int at = 0; at < count; ++at) {
        const auto* each = list[at];
        const bool over_usb = each->conn_type == CONNECTION_USBMUXD;
        auto& kept = found[each->udid];
        if (kept.udid.empty() || over_usb)
            kept = {.udid = each->udid, .mux_handle = 0, .over_usb = over_usb};
    }
    std::vector<attachment> all;
    for (auto& [udid, where] : found)
        all.push_back(std::move(where));
    return all;
}

} // namespace thimble::device
