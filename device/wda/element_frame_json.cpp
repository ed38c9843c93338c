#include "device/wda/element_frame_json.hpp"

#include "device/wda/runner/envelope.hpp"

#include <string_view>

namespace thimble::device::wda {

std::optional<element_frame> frame_in(const nlohmann::json& told)
{
    const auto number = [&](std::string_view name) {
        const auto* found = member(told, name);
        return found != nullptr && found->is_number() ? std::optional(found->get<double>())
                                                      : std::nullopt;
    };
    const auto x = number("x");
    const auto y = number("y");
    const auto width = number("width");
    const auto height = number("height");
    if (!x || !y || !width || !height)
        return std::nullopt;
    return element_frame{.x = *x, .y = *y, .width = *width, .height = *height};
}

} // namespace thimble::device::wda
