// The messages of the phone's HID service.
#pragma once

#include "device/coredevice/xpc_value.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace thimble::device::hid {

namespace xpc = coredevice::xpc;

using service_id = std::uint64_t;

/// The touchscreen of the phone's own display, and its keyboard.
inline constexpr service_id own_touchscreen = 0x101;
inline constexpr service_id own_keyboard = 0x200;

/// By which a host names the keyboard that it makes.
inline constexpr service_id made_keyboard = 0x1'0000'2001;

/// Asks which surfaces there are. The phone may close the connection afterwards.
xpc::dictionary surfaces_request();

/// A report to a surface. It is not answered.
xpc::dictionary send_message(std::vector<std::byte> report, service_id to);

/// Asks for a keyboard beside those that the phone has by itself.
xpc::dictionary keyboard_request();

constexpr std::size_t most_surfaces = 64; // that are read

/// The ids of the surfaces that the phone lists, as far as they can be read: none for a phone that
/// refuses, as those do whose iOS is too old for it. Nothing for a reply that says neither.
std::optional<std::vector<service_id>> surfaces_in(const xpc::dictionary& reply);

/// The keyboard that the phone has made; nothing where it has made none.
std::optional<service_id> keyboard_in(const xpc::dictionary& reply);

/// The one of the phone's own display, and the best one to type on.
std::optional<service_id> touchscreen_among(const std::vector<service_id>& all);
std::optional<service_id> keyboard_among(const std::vector<service_id>& all);

} // namespace thimble::device::hid
