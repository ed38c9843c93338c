#include "device/phone_services.hpp"

#include "device/client_label.hpp"
#include "device/handle.hpp"
#include "device/os_version.hpp"
#include "device/plist_value.hpp"

#include <libimobiledevice/installation_proxy.h>
#include <libimobiledevice/mobile_image_mounter.h>

namespace thimble::device {
namespace {

using image_mounter = owned<mobile_image_mounter_client_t, mobile_image_mounter_free>;
using installation_proxy = owned<instproxy_client_t, instproxy_client_free>;
using browse_options = owned<plist_t, instproxy_client_options_free>;

constexpr int first_ios_with_personal_images = 17;
constexpr int first_ios_with_silent_lookup = 27; // finds nothing although an image is mounted

/// Signed again by somebody else, the runner has another prefix, never another end.
bool names_runner(const std::string& bundle_id)
{
    return bundle_id.contains("WebDriverAgentRunner") && bundle_id.ends_with(".xctrunner");
}

bool has_image(plist_t answer)
{
    if (bool_of(plist_dict_get_item(answer, "ImagePresent")) == true)
        return true;
    auto* const signature = plist_dict_get_item(answer, "ImageSignature");
    if (signature == nullptr)
        return false;
    const auto type = plist_get_node_type(signature);
    return type == PLIST_DATA || (type == PLIST_ARRAY && plist_array_get_size(signature) > 0);
}

std::optional<bool> read_image_mounted(idevice_t phone, int ios)
{
    image_mounter client;
    if (mobile_image_mounter_start_service(phone, adopt(client), client_label) !=
        MOBILE_IMAGE_MOUNTER_E_SUCCESS)
        return std::nullopt;
    const char* const type = ios >= first_ios_with_personal_images ? "Personalized" : "Developer";
    property_list answer;
    const auto error = mobile_image_mounter_lookup_image(client.get(), type, adopt(answer));
    mobile_image_mounter_hangup(client.get());
    if (error != MOBILE_IMAGE_MOUNTER_E_SUCCESS || !answer ||
        plist_get_node_type(answer.get()) != PLIST_DICT)
        return std::nullopt;
    if (has_image(answer.get()))
        return true;
    return ios >= first_ios_with_silent_lookup ? std::nullopt : std::optional(false);
}

std::optional<bool> read_runner_installed(idevice_t phone)
{
    installation_proxy client;
    if (instproxy_client_start_service(phone, adopt(client), client_label) != INSTPROXY_E_SUCCESS)
        return std::nullopt;
    const browse_options options(instproxy_client_options_new());
    instproxy_client_options_add(options.get(), "ApplicationType", "User", nullptr);
    instproxy_client_options_set_return_attributes(options.get(), "CFBundleIdentifier", nullptr);
    property_list apps;
    const auto error = instproxy_browse(client.get(), options.get(), adopt(apps));
    if (error != INSTPROXY_E_SUCCESS || !apps || plist_get_node_type(apps.get()) != PLIST_ARRAY)
        return std::nullopt;
    for (std::uint32_t i = 0; i < plist_array_get_size(apps.get()); ++i) {
        auto* const app = plist_array_get_item(apps.get(), i);
        if (app == nullptr || plist_get_node_type(app) != PLIST_DICT)
            continue;
        const auto id = string_of(plist_dict_get_item(app, "CFBundleIdentifier"));
        if (id && names_runner(*id))
            return true;
    }
    return false;
}

} // namespace

driver_prerequisites read_prerequisites(const attachment& where, const std::string& os_version)
{
    const auto phone = open_phone(where);
    if (!phone)
        return {};
    return {.image_mounted = read_image_mounted(phone.get(), major_version(os_version)),
            .runner_installed = read_runner_installed(phone.get())};
}

} // namespace thimble::device
