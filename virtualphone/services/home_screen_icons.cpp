#include "virtualphone/services/home_screen_icons.hpp"

#include "virtualphone/os/draw/canvas.hpp"
#include "virtualphone/os/draw/encode.hpp"
#include "virtualphone/os/springboard/installed_apps.hpp"

namespace thimble::virtualphone {
namespace {

// Both are for apps that are only looked at.
class no_pasteboard final : public pasteboard {
public:
    bool empty() const override { return true; }
    void copy(std::string /*text*/) override {}
    void paste(std::function<void(const std::string& text)> /*use*/) override {}
};

class no_host final : public app_host {
public:
    std::optional<std::string_view> opener_of(std::string_view /*url*/) const override
    {
        return {};
    }
    bool open_url(std::string_view /*url*/) override { return false; }
    void show_alert(shown_alert /*what*/) override {}
};

std::vector<home_screen_icon> icons_of(const std::vector<app_identity>& apps)
{
    std::vector<home_screen_icon> icons;
    for (const app_identity& app : apps)
        icons.push_back({std::string(app.bundle_id), std::string(app.name)});
    return icons;
}

} // namespace

std::vector<std::vector<home_screen_icon>> home_screen_icons(std::string_view runner)
{
    // Names and icons do not depend on whose phone it is.
    no_pasteboard clipboard;
    no_host host;
    const home_screen::contents contents =
        home_screen_contents(installed_apps({}, runner, clipboard, host));
    std::vector<std::vector<home_screen_icon>> pages{icons_of(contents.dock)};
    for (const auto& page : contents.pages)
        pages.push_back(icons_of(page));
    return pages;
}

std::optional<std::vector<std::uint8_t>> icon_png(std::string_view bundle_id,
                                                  std::string_view runner)
{
    constexpr double side = 60; // points
    constexpr int scale = 2;
    constexpr int pixels = static_cast<int>(side) * scale;
    no_pasteboard clipboard;
    no_host host;
    for (const auto& app : installed_apps({}, runner, clipboard, host)) {
        if (app->who().bundle_id != bundle_id)
            continue;
        canvas picture(pixels, pixels, scale);
        draw_icon(picture, app->who().icon, {.x = 0, .y = 0, .width = side, .height = side});
        return encode_png(picture.look());
    }
    return std::nullopt;
}

} // namespace thimble::virtualphone
