#include "virtualphone/os/model/model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace thimble::virtualphone {
namespace {

// Points are pixels divided by the scale on every one of them. (A real 13 mini renders 375 x 812
// points and shrinks the result to its panel; this one renders what the panel has.)
constexpr std::array known_models{
    model{.name = "iPhone SE 2",
          .product_type = "iPhone12,8",
          .hardware_model = "D79AP",
          .width_px = 750,
          .height_px = 1334,
          .scale = 2,
          .home_button = true,
          .chip_id = 0x8030,
          .board_id = 0x10},
    model{.name = "iPhone 13 mini",
          .product_type = "iPhone14,4",
          .hardware_model = "D16AP",
          .width_px = 1080,
          .height_px = 2340,
          .scale = 3,
          .chip_id = 0x8110,
          .board_id = 0x08},
    model{.name = "iPhone 15 Pro",
          .product_type = "iPhone16,1",
          .hardware_model = "D83AP",
          .width_px = 1179,
          .height_px = 2556,
          .scale = 3,
          .action_button = true,
          .chip_id = 0x8130,
          .board_id = 0x04},
    model{.name = "iPhone 16 Pro Max",
          .product_type = "iPhone17,2",
          .hardware_model = "D94AP",
          .width_px = 1320,
          .height_px = 2868,
          .scale = 3,
          .action_button = true,
          .camera_button = true,
          .chip_id = 0x8140,
          .board_id = 0x0e},
    model{.name = "iPad 9",
          .product_type = "iPad12,1",
          .hardware_model = "J181AP",
          .kind = idiom::pad,
          .width_px = 1620,
          .height_px = 2160,
          .scale = 2,
          .home_button = true,
          .chip_id = 0x8030,
          .board_id = 0x18},
};

constexpr std::array known_profiles{
    ios_profile{.version = "13.7", .build = "17H35", .screenshotr = true},
    ios_profile{.version = "15.8", .build = "19H370", .screenshotr = true},
    ios_profile{.version = "16.7",
                .build = "20H19",
                .screenshotr = true,
                .developer_mode = true,
                .paste_alert = true},
    ios_profile{.version = "17.5",
                .build = "21F79",
                .personalized_image = true,
                .developer_mode = true,
                .paste_alert = true,
                .tunnel = true},
    ios_profile{.version = "18.5",
                .build = "22F76",
                .personalized_image = true,
                .developer_mode = true,
                .paste_alert = true,
                .tunnel = true},
    ios_profile{.version = "26.0",
                .build = "23A341",
                .personalized_image = true,
                .developer_mode = true,
                .paste_alert = true,
                .tunnel = true},
    ios_profile{.version = "27.0",
                .build = "24A300", // stands for a build number that nobody has told us
                .personalized_image = true,
                .developer_mode = true,
                .paste_alert = true,
                .tunnel = true},
};

std::string folded(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string_view major_of(std::string_view version)
{
    return version.substr(0, version.find('.'));
}

} // namespace

std::span<const model> models()
{
    return known_models;
}

const model* find_model(std::string_view name)
{
    const auto wanted = folded(name);
    const auto* found = std::ranges::find_if(
        known_models, [&](const model& each) { return folded(each.name) == wanted; });
    return found == known_models.end() ? nullptr : found;
}

std::span<const ios_profile> ios_profiles()
{
    return known_profiles;
}

int major_release(const ios_profile& of)
{
    int number = 0;
    std::from_chars(of.version.data(), of.version.data() + of.version.size(), number);
    return number;
}

const ios_profile* find_ios_profile(std::string_view version)
{
    const auto* found = std::ranges::find_if(known_profiles, [&](const ios_profile& each) {
        return each.version == version || major_of(each.version) == version;
    });
    return found == known_profiles.end() ? nullptr : found;
}

} // namespace thimble::virtualphone
