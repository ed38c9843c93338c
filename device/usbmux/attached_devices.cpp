#include "device/usbmux/attached_devices.hpp"

namespace thimble::device {

attachment_change attached_devices::add(const attachment& seen)
{
    auto& known = phones_[seen.udid];
    const auto before = known.best();
    (seen.over_usb ? known.usb : known.network) = seen;
    return compare(seen.udid, before);
}

attachment_change attached_devices::remove(const attachment& gone)
{
    const auto known = phones_.find(gone.udid);
    if (known == phones_.end())
        return {};
    const auto before = known->second.best();
    auto& path = gone.over_usb ? known->second.usb : known->second.network;
    if (path && path->mux_handle == gone.mux_handle)
        path.reset();
    return compare(gone.udid, before);
}

attachment_change attached_devices::compare(const std::string& udid,
                                            const std::optional<attachment>& before)
{
    const auto known = phones_.find(udid);
    const auto after = known->second.best();
    if (!after)
        phones_.erase(known);
    if (after == before)
        return {};
    return {.lost = before, .found = after};
}

} // namespace thimble::device
