// Terms of WebSockets that show a phone, whatever they show it by.
#pragma once

#include "http/websocket/socket.hpp"
#include "service/live_view/live_picture.hpp"
#include "service/live_view/viewer.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace thimble::service {

/// Of its close frame.
std::uint16_t close_code(viewer_end why);

websocket::options viewing_terms(const std::string& phone_id);

/// Fields of a text message about pictures or video of this space.
nlohmann::ordered_json description_of(const std::string& frame_id,
                                      const link::coordinate_space& space,
                                      double scale,
                                      std::chrono::system_clock::time_point captured_at);

/// True where what is said of the one holds for the other, but for its time.
bool described_alike(const live_picture& one, const live_picture& other);

} // namespace thimble::service
