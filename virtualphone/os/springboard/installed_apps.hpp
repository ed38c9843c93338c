// Apps that a virtual phone has, and the places of their icons.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/apps/app_host.hpp"
#include "virtualphone/os/apps/settings.hpp"
#include "virtualphone/os/springboard/home_screen.hpp"
#include "virtualphone/os/text/pasteboard.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

/// `runner`: the bundle id of WebDriverAgent's; empty: it is not among them. References have to
/// live as long as the apps.
std::vector<std::unique_ptr<app>> installed_apps(const device_facts& about,
                                                 std::string_view runner,
                                                 pasteboard& clipboard,
                                                 app_host& host);

home_screen::contents home_screen_contents(const std::vector<std::unique_ptr<app>>& apps);

} // namespace thimble::virtualphone
