#include "device/usbmux/attached_devices.hpp"
#include "tests/catch2.hpp"

namespace {

using thimble::device::attached_devices;
using thimble::device::attachment;
using thimble::device::attachment_change;

const attachment usb{.udid = "A", .mux_handle = 1, .over_usb = true};
const attachment replugged{.udid = "A", .mux_handle = 2, .over_usb = true};
const attachment network{.udid = "A", .mux_handle = 3, .over_usb = false};

} // namespace

TEST_CASE("a phone that is added twice is found once", "[device]")
{
    attached_devices devices;
    CHECK(devices.add(usb) == attachment_change{.lost = {}, .found = usb});
    CHECK(devices.add(usb) == attachment_change{});
    CHECK(devices.remove(usb) == attachment_change{.lost = usb, .found = {}});
    CHECK(devices.remove(usb) == attachment_change{});
}

TEST_CASE("a phone that comes back under another handle was replugged", "[device]")
{
    attached_devices devices;
    devices.add(usb);
    CHECK(devices.add(replugged) == attachment_change{.lost = usb, .found = replugged});
    CHECK(devices.remove(usb) == attachment_change{}); // the old connection's end comes late
    CHECK(devices.remove(replugged) == attachment_change{.lost = replugged, .found = {}});
}

TEST_CASE("a phone that is there by USB and by network is used by USB", "[device]")
{
    attached_devices devices;
    CHECK(devices.add(network) == attachment_change{.lost = {}, .found = network});
    CHECK(devices.add(usb) == attachment_change{.lost = network, .found = usb});
    CHECK(devices.remove(network) == attachment_change{});
    devices.add(network);
    CHECK(devices.remove(usb) == attachment_change{.lost = usb, .found = network});
}

TEST_CASE("phones do not mix", "[device]")
{
    attached_devices devices;
    const attachment other{.udid = "B", .mux_handle = 9, .over_usb = true};
    devices.add(usb);
    CHECK(devices.add(other) == attachment_change{.lost = {}, .found = other});
    CHECK(devices.remove(usb) == attachment_change{.lost = usb, .found = {}});
}
