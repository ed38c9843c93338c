#include "screen/orientation.hpp"

#include <array>
#include <utility>

namespace thimble::screen {

namespace {

constexpr std::array<std::pair<std::string_view, orientation>, 6> names{{
    {"portrait", orientation::portrait},
    {"landscape_left", orientation::landscape_left},
    {"landscape_right", orientation::landscape_right},
    {"upside_down", orientation::upside_down},
    {"left", orientation::landscape_left},
    {"right", orientation::landscape_right},
}};

} // namespace

std::string_view to_string(orientation value)
{
    return names.at(static_cast<std::size_t>(value)).first;
}

std::optional<orientation> parse_orientation(std::string_view text)
{
    for (const auto& [name, value] : names)
        if (name == text)
            return value;
    return std::nullopt;
}

} // namespace thimble::screen
