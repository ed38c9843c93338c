#include "daemon/settings/image_settings.hpp"

#include <array>
#include <string_view>

namespace thimble::daemon {

namespace {

constexpr std::array places_of_xcode{
    "/Library/Developer/DeveloperDiskImages",
    "/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneOS.platform/DeviceSupport"};

std::string text_of(const service::settings& settings, std::string_view key)
{
    const auto* const found = service::find_setting(settings, key);
    return found == nullptr ? std::string() : found->value;
}

} // namespace

void add_image_flags(CLI::App& app, service::flag_values& values)
{
    app.add_option("--image-dir", values["image_dir"],
                   "Where developer images are looked for besides the usual places; several with "
                   "colons between them")
        ->type_name("DIR");
    app.add_option("--image-server", values["image_server"],
                   "Signs developer images for phones [Apple's]")
        ->type_name("URL");
    app.add_option("--image-server-ca", values["image_server_ca"],
                   "PEM file of the authority behind --image-server over https")
        ->type_name("FILE");
}

CLI::App* add_image_command(CLI::App& app, std::string& action)
{
    auto* image = app.add_subcommand("image", "List developer images, mount them on the phones, or "
                                              "say which phones have one");
    image->add_option("what", action, "list, mount or status")
        ->required()
        ->check(CLI::IsMember({"list", "mount", "status"}));
    return image;
}

std::expected<bool, service::early_exit> read_tunnels(const service::settings& settings)
{
    const auto* const given = service::find_setting(settings, "tunnels");
    if (given == nullptr || given->value == "on")
        return true;
    if (given->value != "off")
        return std::unexpected(service::wrong_setting(*given, "must be on or off"));
    return false;
}

device::images::mount_settings read_image_settings(const service::settings& settings,
                                                   const std::filesystem::path& state_dir,
                                                   const service::environment& variables)
{
    device::images::mount_settings result;
    std::string_view left;
    const auto named = text_of(settings, "image_dir");
    for (left = named; !left.empty();) {
        const auto end = std::min(left.find(':'), left.size());
        if (end > 0)
            result.folders.emplace_back(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    result.folders.push_back(state_dir / "images");
#ifdef __APPLE__
    if (const auto home = variables("HOME"))
        result.folders.push_back(std::filesystem::path(*home) /
                                 "Library/Developer/DeveloperDiskImages");
    result.folders.insert(result.folders.end(), places_of_xcode.begin(), places_of_xcode.end());
#else
    static_cast<void>(variables);
    static_cast<void>(places_of_xcode);
#endif
    result.tickets = state_dir / "image-tickets";
    if (const auto server = text_of(settings, "image_server"); !server.empty())
        result.server.url = server;
    if (const auto authority = text_of(settings, "image_server_ca"); !authority.empty())
        result.server.authority = authority;
    return result;
}

} // namespace thimble::daemon
