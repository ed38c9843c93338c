#include "service/rest/phones/region.hpp"

#include <array>
#include <charconv>

namespace thimble::service::api {

namespace {

constexpr std::string_view name = "region";

result<void> check_text(const nlohmann::json& given, const std::string& /*place*/)
{
    if (parse_region(given.get<std::string>()))
        return {};
    return std::unexpected(invalid_argument(name, "not_a_region",
                                            "must be x,y,width,height: four integers, the last "
                                            "two of them at least 1"));
}

} // namespace

parameter region_parameter()
{
    return text(std::string(name), 1, 100)
        .checked_by(check_text)
        .such_as("0,0,310,400")
        .means("x,y,width,height in pixels of the screenshot. The part is as large as the panel "
               "shows it, and is shrunk where `max_edge` is less.");
}

std::optional<screen::area> parse_region(std::string_view text)
{
    std::array<int, 4> numbers{};
    const auto* at = text.data();
    const auto* const end = text.data() + text.size();
    for (auto& number : numbers) {
        const bool first = &number == numbers.data();
        if (!first && (at == end || *at++ != ','))
            return std::nullopt;
        const auto [stopped, problem] = std::from_chars(at, end, number);
        if (problem != std::errc{} || number < 0)
            return std::nullopt;
        at = stopped;
    }
    const auto [x, y, width, height] = numbers;
    if (at != end || width < 1 || height < 1)
        return std::nullopt;
    return screen::area{.x = x, .y = y, .width = width, .height = height};
}

result<void> check_region(const screen::area& part, screen::pixel_size shown)
{
    const bool inside = part.x < shown.width && part.y < shown.height &&
                        part.width <= shown.width - part.x && part.height <= shown.height - part.y;
    if (inside)
        return {};
    return std::unexpected(invalid_argument(name, "out_of_range",
                                            "must lie within the screenshot of " +
                                                std::to_string(shown.width) + " by " +
                                                std::to_string(shown.height) + " pixels",
                                            {{"width", shown.width}, {"height", shown.height}}));
}

} // namespace thimble::service::api
