#include "device/lockdown/runner_apps.hpp"

#include "device/lockdown/plist_value.hpp"
#include "device/usbmux/client_label.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/installation_proxy.h>

namespace thimble::device {
namespace {

using apps_client = owned<instproxy_client_t, instproxy_client_free>;
using apps_options = owned<plist_t, instproxy_client_options_free>;

constexpr std::string_view built_as = "WebDriverAgentRunner-Runner";
constexpr std::size_t most_runners = 16;

installed_names names_of(plist_t app)
{
    const auto text = [app](const char* name) {
        return string_of(plist_dict_get_item(app, name)).value_or(std::string());
    };
    return {.bundle_id = text("CFBundleIdentifier"),
            .executable = text("CFBundleExecutable"),
            .name = text("CFBundleName"),
            .is_placeholder = is_placeholder(app)};
}

} // namespace

bool is_runner(const installed_names& app)
{
    return !app.bundle_id.empty() && !app.is_placeholder &&
           (app.executable == built_as || app.name == built_as);
}

std::optional<std::vector<std::string>> read_runner_apps(const attachment& where)
{
    const auto phone = open_phone(where);
    apps_client client;
    if (!phone || instproxy_client_start_service(phone.get(), adopt(client), client_label) !=
                      INSTPROXY_E_SUCCESS)
        return std::nullopt;
    const apps_options options(instproxy_client_options_new());
    instproxy_client_options_add(options.get(), "ApplicationType", "User", nullptr);
    instproxy_client_options_set_return_attributes(options.get(), "CFBundleIdentifier",
                                                   "CFBundleExecutable", "CFBundleName",
                                                   "IsPlaceholder", nullptr);
    property_list apps;
    const auto error = instproxy_browse(client.get(), options.get(), adopt(apps));
    if (error != INSTPROXY_E_SUCCESS || !apps || plist_get_node_type(apps.get()) != PLIST_ARRAY)
        return std::nullopt;
    std::vector<std::string> runners;
    for (std::uint32_t i = 0; i < plist_array_get_size(apps.get()); ++i) {
        auto* const app = plist_array_get_item(apps.get(), i);
        if (app == nullptr || plist_get_node_type(app) != PLIST_DICT)
            continue;
        if (auto names = names_of(app); is_runner(names) && runners.size() < most_runners)
            runners.push_back(std::move(names.bundle_id));
    }
    return runners;
}

} // namespace thimble::device
