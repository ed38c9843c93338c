#include "device/product_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace thimble::device {
namespace {

using entry = std::pair<std::string_view, std::string_view>;

/// Phones that run iOS 15 or later, and the iPads most used.
constexpr std::array names = {
    entry{"iPhone8,1", "iPhone 6s"},
    entry{"iPhone8,2", "iPhone 6s Plus"},
    entry{"iPhone8,4", "iPhone SE"},
    entry{"iPhone9,1", "iPhone 7"},
    entry{"iPhone9,2", "iPhone 7 Plus"},
    entry{"iPhone9,3", "iPhone 7"},
    entry{"iPhone9,4", "iPhone 7 Plus"},
    entry{"iPhone10,1", "iPhone 8"},
    entry{"iPhone10,2", "iPhone 8 Plus"},
    entry{"iPhone10,3", "iPhone X"},
    entry{"iPhone10,4", "iPhone 8"},
    entry{"iPhone10,5", "iPhone 8 Plus"},
    entry{"iPhone10,6", "iPhone X"},
    entry{"iPhone11,2", "iPhone XS"},
    entry{"iPhone11,4", "iPhone XS Max"},
    entry{"iPhone11,6", "iPhone XS Max"},
    entry{"iPhone11,8", "iPhone XR"},
    entry{"iPhone12,1", "iPhone 11"},
    entry{"iPhone12,3", "iPhone 11 Pro"},
    entry{"iPhone12,5", "iPhone 11 Pro Max"},
    entry{"iPhone12,8", "iPhone SE (2nd generation)"},
    entry{"iPhone13,1", "iPhone 12 mini"},
    entry{"iPhone13,2", "iPhone 12"},
    entry{"iPhone13,3", "iPhone 12 Pro"},
    entry{"iPhone13,4", "iPhone 12 Pro Max"},
    entry{"iPhone14,2", "iPhone 13 Pro"},
    entry{"iPhone14,3", "iPhone 13 Pro Max"},
    entry{"iPhone14,4", "iPhone 13 mini"},
    entry{"iPhone14,5", "iPhone 13"},
    entry{"iPhone14,6", "iPhone SE (3rd generation)"},
    entry{"iPhone14,7", "iPhone 14"},
    entry{"iPhone14,8", "iPhone 14 Plus"},
    entry{"iPhone15,2", "iPhone 14 Pro"},
    entry{"iPhone15,3", "iPhone 14 Pro Max"},
    entry{"iPhone15,4", "iPhone 15"},
    entry{"iPhone15,5", "iPhone 15 Plus"},
    entry{"iPhone16,1", "iPhone 15 Pro"},
    entry{"iPhone16,2", "iPhone 15 Pro Max"},
    entry{"iPhone17,1", "iPhone 16 Pro"},
    entry{"iPhone17,2", "iPhone 16 Pro Max"},
    entry{"iPhone17,3", "iPhone 16"},
    entry{"iPhone17,4", "iPhone 16 Plus"},
    entry{"iPhone17,5", "iPhone 16e"},
    entry{"iPhone18,1", "iPhone 17 Pro"},
    entry{"iPhone18,2", "iPhone 17 Pro Max"},
    entry{"iPhone18,3", "iPhone 17"},
    entry{"iPhone18,4", "iPhone Air"},
    entry{"iPad11,6", "iPad (8th generation)"},
    entry{"iPad11,7", "iPad (8th generation)"},
    entry{"iPad12,1", "iPad (9th generation)"},
    entry{"iPad12,2", "iPad (9th generation)"},
    entry{"iPad13,1", "iPad Air (4th generation)"},
    entry{"iPad13,2", "iPad Air (4th generation)"},
    entry{"iPad13,16", "iPad Air (5th generation)"},
    entry{"iPad13,17", "iPad Air (5th generation)"},
    entry{"iPad13,18", "iPad (10th generation)"},
    entry{"iPad13,19", "iPad (10th generation)"},
    entry{"iPad14,1", "iPad mini (6th generation)"},
    entry{"iPad14,2", "iPad mini (6th generation)"},
};

constexpr std::string_view iphone = "iPhone";
constexpr int first_with_indicator = 10; // the major number of the iPhone X, and of the 8
constexpr int first_with_action_button = 16;

/// The later ones: 8, 8 Plus, SE (2nd and 3rd generation).
constexpr std::array late_home_buttons{
    std::string_view("iPhone10,1"), std::string_view("iPhone10,2"), std::string_view("iPhone10,4"),
    std::string_view("iPhone10,5"), std::string_view("iPhone12,8"), std::string_view("iPhone14,6"),
};

/// The major number of an iPhone: 16 of "iPhone16,1".
std::optional<int> iphone_generation(std::string_view product_type)
{
    if (!product_type.starts_with(iphone))
        return std::nullopt;
    const auto number = product_type.substr(iphone.size());
    int major = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), major);
    return error == std::errc{} ? std::optional(major) : std::nullopt;
}

} // namespace

std::string marketing_name(std::string_view product_type)
{
    const auto* const found = std::ranges::find(names, product_type, &entry::first);
    return std::string(found == names.end() ? product_type : found->second);
}

bool has_home_button(std::string_view product_type)
{
    const auto generation = iphone_generation(product_type);
    return generation &&
           (*generation < first_with_indicator ||
            std::ranges::find(late_home_buttons, product_type) != late_home_buttons.end());
}

/// The first were the iPhone 15 Pro and Pro Max; every one since has it.
bool has_action_button(std::string_view product_type)
{
    return iphone_generation(product_type) >= first_with_action_button;
}

} // namespace thimble::device
