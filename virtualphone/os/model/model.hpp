// The hardware models and iOS versions that a virtual phone can be.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

enum class idiom { phone, pad };

struct model {
    std::string_view name;           // "iPhone 15 Pro"
    std::string_view product_type;   // "iPhone16,1"
    std::string_view hardware_model; // "D83AP"
    idiom kind = idiom::phone;
    int width_px = 0; // portrait
    int height_px = 0;
    int scale = 1; // pixels for one point
    bool home_button = false;
    bool action_button = false;
    bool camera_button = false; // Camera Control
    bool dashed_udid = true;    // 8-16 hex digits (XS and later) rather than 40
    int chip_id = 0;
    int board_id = 0;
};

std::span<const model> models();
const model* find_model(std::string_view name); // case and blanks do not matter

/// Properties of an iOS version, where versions differ.
struct ios_profile {
    std::string_view version;        // "18.5"
    std::string_view build;          // "22F76"
    bool screenshotr = false;        // gone since 17
    bool personalized_image = false; // since 17
    bool developer_mode = false;     // a switch since 16
    bool paste_alert = false;        // since 16
    bool tunnel = false;             // to developer services, since 17.4
};

std::span<const ios_profile> ios_profiles();
const ios_profile* find_ios_profile(std::string_view version); // exact, or the major version alone
int major_release(const ios_profile& of);                      // 18

} // namespace thimble::virtualphone
