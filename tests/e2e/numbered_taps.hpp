// Taps each of which has a place of its own, so that the phone's log says how often it was made.
#pragma once

#include "tests/e2e/virtual_phones.hpp"

#include <map>
#include <string>

namespace thimble::e2e {

/// Clear of the edges, where the system takes a finger for itself. An iPhone 15 Pro's screenshot.
struct numbered_tap {
    static constexpr int columns = 560;
    static constexpr int rows = 900;

    int number = 0; // 0 .. columns * rows - 1

    std::string body() const
    {
        return nlohmann::json{{"x", 30 + number % columns}, {"y", 200 + number / columns}}.dump();
    }

    /// Of the tap that such an event is of.
    static int number_at(const nlohmann::json& finger_down)
    {
        constexpr double pixels_across = 620.0 / 393;
        constexpr double pixels_down = 1344.0 / 852;
        const auto x = static_cast<int>(finger_down.at("x").get<double>() * pixels_across) - 30;
        const auto y = static_cast<int>(finger_down.at("y").get<double>() * pixels_down) - 200;
        return y * columns + x;
    }
};

/// Number of times that each tap was made, by its number.
inline std::map<int, int> taps_made(const virtual_phone& phone)
{
    std::map<int, int> out;
    for (const auto& down : phone.fingers_down())
        ++out[numbered_tap::number_at(down)];
    return out;
}

} // namespace thimble::e2e
