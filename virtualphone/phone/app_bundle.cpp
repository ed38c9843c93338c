#include "virtualphone/phone/app_bundle.hpp"

namespace thimble::virtualphone {

std::string executable_of(const operating_system::installed_app& app)
{
    std::string name = app.name;
    std::erase(name, ' ');
    return name;
}

std::string bundle_path(const operating_system::installed_app& app)
{
    const std::string folder =
        app.system ? "/Applications/" : "/private/var/containers/Bundle/Application/";
    return folder + executable_of(app) + ".app";
}

std::string container_path(const operating_system::installed_app& app)
{
    return "/private/var/mobile/Containers/Data/Application/" + executable_of(app);
}

} // namespace thimble::virtualphone
