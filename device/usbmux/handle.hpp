// Owners for the C handles of libimobiledevice and libplist. Included by .cpp files of this room
// only.
#pragma once

#include "device/usbmux/attached_devices.hpp"

#include <libimobiledevice/libimobiledevice.h>
#include <libimobiledevice/lockdown.h>
#include <plist/plist.h>

#include <cstdlib>
#include <memory>
#include <type_traits>

namespace thimble::device {

template <auto Free>
struct freed_by {
    template <class Object>
    void operator()(Object* object) const noexcept
    {
        Free(object);
    }
};

/// A type that a C API calls xyz_t is a pointer already.
template <class Handle, auto Free>
using owned = std::unique_ptr<std::remove_pointer_t<Handle>, freed_by<Free>>;

using phone_handle = owned<idevice_t, idevice_free>;
using lockdown_client = owned<lockdownd_client_t, lockdownd_client_free>;
using property_list = owned<plist_t, plist_free>;
using c_string = std::unique_ptr<char, freed_by<std::free>>;

/// Takes over what a C function returns through a pointer: idevice_new(adopt(handle), udid). The
/// owner has it from the end of that full expression on, and not before.
template <class Owner>
class adopt {
public:
    explicit adopt(Owner& owner) noexcept : owner_(owner) {}
    adopt(const adopt&) = delete;
    adopt& operator=(const adopt&) = delete;
    ~adopt() { owner_.reset(raw_); }

    // NOLINTNEXTLINE(google-explicit-constructor): made to be passed as an argument
    operator typename Owner::pointer *() && noexcept { return &raw_; }

private:
    Owner& owner_;
    typename Owner::pointer raw_ = nullptr;
};

/// Null when usbmuxd does not have the phone. Blocks: for a worker.
inline phone_handle open_phone(const attachment& where)
{
    phone_handle phone;
    const auto lookup = where.over_usb ? IDEVICE_LOOKUP_USBMUX : IDEVICE_LOOKUP_NETWORK;
    idevice_new_with_options(adopt(phone), where.udid.c_str(), lookup);
    return phone;
}

} // namespace thimble::device
