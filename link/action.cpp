#include "link/action.hpp"

#include <array>

namespace thimble::link {

namespace {

constexpr std::array<std::string_view, 4> directions{"up", "down", "left", "right"};

} // namespace

std::string_view to_string(direction value)
{
    return directions.at(static_cast<std::size_t>(value));
}

std::optional<direction> parse_direction(std::string_view text)
{
    for (std::size_t i = 0; i < directions.size(); ++i)
        if (directions.at(i) == text)
            return static_cast<direction>(i);
    return std::nullopt;
}

std::string_view name_of(const action& what)
{
    return std::visit([](const auto& one) { return std::decay_t<decltype(one)>::name; }, what);
}

lane lane_of(const action& what)
{
    return std::visit([](const auto& one) { return std::decay_t<decltype(one)>::lane; }, what);
}

std::chrono::milliseconds duration_of(const action& /*what*/)
{
    // No action so far takes a duration; one that does answers it here.
    return std::chrono::milliseconds{0};
}

} // namespace thimble::link
