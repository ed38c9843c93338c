#include "service/live_view/viewing_terms.hpp"

#include "text/iso_time.hpp"

namespace thimble::service {

namespace {

constexpr std::size_t largest_viewer_message = 4096; // of what viewers send, which nobody reads

// Of RFC 6455.
constexpr std::uint16_t going_away = 1001;
constexpr std::uint16_t policy_violation = 1008;

} // namespace

std::uint16_t close_code(viewer_end why)
{
    const bool refused = why == viewer_end::key_revoked || why == viewer_end::no_subscription ||
                         why == viewer_end::too_slow;
    return refused ? policy_violation : going_away;
}

websocket::options viewing_terms(const std::string& phone_id)
{
    websocket::options out;
    out.largest_message = largest_viewer_message;
    out.headers = {{"X-Phone-Id", phone_id}};
    return out;
}

nlohmann::ordered_json description_of(const std::string& frame_id,
                                      const link::coordinate_space& space,
                                      double scale,
                                      std::chrono::system_clock::time_point captured_at)
{
    nlohmann::ordered_json said;
    said["frame_id"] = frame_id;
    said["width"] = space.size.width;
    said["height"] = space.size.height;
    said["scale"] = scale;
    said["orientation"] = screen::to_string(space.turned);
    said["captured_at"] = iso_time(captured_at);
    return said;
}

bool described_alike(const live_picture& one, const live_picture& other)
{
    return one.frame_id == other.frame_id && one.frame.space == other.frame.space &&
           one.frame.scale == other.frame.scale;
}

} // namespace thimble::service
