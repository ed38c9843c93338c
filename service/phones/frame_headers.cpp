#include "service/phones/frame_headers.hpp"

#include "text/iso_time.hpp"

#include <array>
#include <cstdio>

namespace thimble::service {

namespace {

std::string number(double value)
{
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%g", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace

std::vector<std::pair<std::string, std::string>> frame_headers(const std::string& frame_id,
                                                               const link::frame& shown)
{
    return {{"X-Frame-Id", frame_id},
            {"X-Screen-Width", std::to_string(shown.space.size.width)},
            {"X-Screen-Height", std::to_string(shown.space.size.height)},
            {"X-Screen-Scale", number(shown.scale)},
            {"X-Screen-Orientation", std::string(screen::to_string(shown.space.turned))},
            {"X-Captured-At", iso_time(shown.captured_at)}};
}

} // namespace thimble::service
