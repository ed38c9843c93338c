// Screens and elements that were read of a phone, as one node of the service tells them to another.
#pragma once

#include "service/phones/phones.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// Space of a picture that was given; nothing where the phone has no such frame, or no longer.
std::optional<nlohmann::json> frame_state(const known_phone& phone, std::string_view frame_id);

/// The frame is known from now on, unless it has no size.
void adopt_frame(known_phone& phone, std::string frame_id, const nlohmann::json& state);

/// Element that a ref means; nothing where the phone has no such ref, or no longer.
std::optional<nlohmann::json> ref_state(const known_phone& phone, std::string_view ref);

/// The ref is known from now on. Nobody here can say what has been done on the phone since: the
/// element is looked for again before it is touched.
void adopt_ref(known_phone& phone, const nlohmann::json& state);

/// Milliseconds since 1970 at which the newest screen was read; 0 where there is none.
std::int64_t newest_screen_at(const known_phone& phone);

/// The newest screen, which was read after that time; nothing where there is none.
std::optional<nlohmann::json> screen_state(const known_phone& phone, std::int64_t read_after);

/// The same where somebody else has told it.
std::int64_t time_of_screen(const nlohmann::json& state);

/// It is the newest from now on: elements keep their refs, and may be compared with it.
void adopt_screen(known_phone& phone, const nlohmann::json& state);

} // namespace thimble::service
