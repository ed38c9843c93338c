#include "device/fleet/usb_bus.hpp"

#include "device/usbmux/handle.hpp"

#include <libusb.h>
#include <span>

namespace thimble::device {
namespace {

using usb_context = owned<libusb_context*, libusb_exit>;
using usb_handle = owned<libusb_device_handle*, libusb_close>;

constexpr std::uint16_t apple = 0x05ac;

struct product_range {
    std::uint16_t first;
    std::uint16_t last;
};

/// Those that usbmuxd takes for phones: by cable, in newer modes, and through a newer port.
constexpr product_range phone_products[] = {{0x1290, 0x12af}, {0x1901, 0x1905}, {0x8600, 0x8600}};

bool is_phone(libusb_device* device)
{
    libusb_device_descriptor descriptor{};
    if (libusb_get_device_descriptor(device, &descriptor) != LIBUSB_SUCCESS ||
        descriptor.idVendor != apple)
        return false;
    for (const auto& range : phone_products) {
        if (descriptor.idProduct >= range.first && descriptor.idProduct <= range.last)
            return true;
    }
    return false;
}

/// macOS lets its own usbmuxd alone open a phone: that others may not says nothing there.
bool is_forbidden([[maybe_unused]] libusb_device* device)
{
#ifdef __APPLE__
    return false;
#else
    usb_handle opened;
    return libusb_open(device, adopt(opened)) == LIBUSB_ERROR_ACCESS;
#endif
}

class libusb_bus final : public usb_bus {
public:
    libusb_bus() { libusb_init(adopt(context_)); }

    phones find(look how) override
    {
        phones found;
        if (!context_)
            return found;
        libusb_device** list = nullptr;
        const auto count = libusb_get_device_list(context_.get(), &list);
        for (auto* device : std::span(list, count > 0 ? static_cast<std::size_t>(count) : 0)) {
            if (!is_phone(device))
                continue;
            ++found.attached;
            if (how == look::count_and_open && is_forbidden(device))
                ++found.forbidden;
        }
        if (count >= 0)
            libusb_free_device_list(list, 1);
        return found;
    }

private:
    usb_context context_;
};

} // namespace

std::unique_ptr<usb_bus> system_usb_bus()
{
    return std::make_unique<libusb_bus>();
}

} // namespace thimble::device
