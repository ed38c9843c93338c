#include "screen/picture.hpp"

#include <array>

namespace thimble::screen {

namespace {

struct format_names {
    std::string_view name;
    std::string_view media_type;
};

constexpr std::array<format_names, 3> formats{{
    {.name = "png", .media_type = "image/png"},
    {.name = "jpeg", .media_type = "image/jpeg"},
    {.name = "webp", .media_type = "image/webp"},
}};

} // namespace

std::string_view media_type(picture_format format)
{
    return formats.at(static_cast<std::size_t>(format)).media_type;
}

std::string_view to_string(picture_format format)
{
    return formats.at(static_cast<std::size_t>(format)).name;
}

std::optional<picture_format> parse_picture_format(std::string_view text)
{
    for (std::size_t i = 0; i < formats.size(); ++i)
        if (formats.at(i).name == text)
            return static_cast<picture_format>(i);
    return std::nullopt;
}

} // namespace thimble::screen
