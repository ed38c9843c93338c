// The CoreDevice services that are asked, by their names in the phone's directory. They belong to
// the developer image.
#pragma once

namespace thimble::device::coredevice::service {

inline constexpr auto apps = "com.apple.coredevice.appservice";
inline constexpr auto device_info = "com.apple.coredevice.deviceinfo";
inline constexpr auto pasteboard = "com.apple.coredevice.pasteboardservice";
inline constexpr auto screen_capture = "com.apple.coredevice.screencaptureservice";
inline constexpr auto device_control = "com.apple.coredevice.devicecontrol";
inline constexpr auto display = "com.apple.coredevice.displayservice";
inline constexpr auto buttons = "com.apple.coredevice.hid.indigo";
inline constexpr auto universal_hid = "com.apple.coredevice.hid.universalhidservice";

} // namespace thimble::device::coredevice::service
