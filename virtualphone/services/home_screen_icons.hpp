// The icons of the home screen, as springboardservices tells of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

struct home_screen_icon {
    std::string bundle_id;
    std::string name;
};

/// The dock, then each page. `runner`: the bundle id of WebDriverAgent's; empty: not installed.
std::vector<std::vector<home_screen_icon>> home_screen_icons(std::string_view runner);

/// PNG, 120 pixels square; nothing when no such app is installed.
std::optional<std::vector<std::uint8_t>> icon_png(std::string_view bundle_id,
                                                  std::string_view runner);

} // namespace thimble::virtualphone
