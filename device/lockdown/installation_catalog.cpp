#include "device/lockdown/installation_catalog.hpp"

#include "device/lockdown/lockdown.hpp"
#include "device/lockdown/plist_value.hpp"
#include "device/usbmux/client_label.hpp"
#include "device/usbmux/handle.hpp"
#include "text/bundle_id.hpp"

#include <libimobiledevice/installation_proxy.h>

namespace thimble::device {
namespace {

using installation_proxy = owned<instproxy_client_t, instproxy_client_free>;
using browse_options = owned<plist_t, instproxy_client_options_free>;

constexpr std::chrono::seconds read_limit{20};
constexpr auto broken_off = "no_list";

std::string text_of(plist_t app, const char* attribute)
{
    return string_of(plist_dict_get_item(app, attribute)).value_or(std::string());
}

/// Many of the phone's own apps serve other apps and have no icon.
bool is_hidden(plist_t app)
{
    auto* const tags = plist_dict_get_item(app, "SBAppTags");
    if (tags == nullptr || plist_get_node_type(tags) != PLIST_ARRAY)
        return false;
    for (std::uint32_t i = 0; i < plist_array_get_size(tags); ++i)
        if (string_of(plist_array_get_item(tags, i)) == "hidden")
            return true;
    return false;
}

/// Nothing for what a person cannot open from the home screen.
std::optional<installed_app> read_app(plist_t node)
{
    if (node == nullptr || plist_get_node_type(node) != PLIST_DICT || is_hidden(node) ||
        is_placeholder(node))
        return std::nullopt;
    const auto type = text_of(node, "ApplicationType");
    installed_app app{.bundle_id = text_of(node, "CFBundleIdentifier"),
                      .name = text_of(node, "CFBundleDisplayName"),
                      .version = text_of(node, "CFBundleShortVersionString"),
                      .system = type == "System"};
    if (app.name.empty())
        app.name = text_of(node, "CFBundleName");
    const bool opens = app.system || type == "User";
    return opens && service::is_bundle_id(app.bundle_id) && !app.name.empty()
               ? std::optional(std::move(app))
               : std::nullopt;
}

failure unreadable(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

failure no_service()
{
    return unreadable("The phone does not open its list of apps. Unlock it and trust this computer "
                      "on it.",
                      "no_service");
}

failure not_trusted()
{
    return {.what = problem::not_ready,
            .message = "The phone does not trust this computer.",
            .cause = "not_trusted"};
}

/// Worker thread.
result<std::vector<installed_app>> browse_once(const attachment& where)
{
    const auto phone = open_phone(where);
    installation_proxy client;
    if (!phone || instproxy_client_start_service(phone.get(), adopt(client), client_label) !=
                      INSTPROXY_E_SUCCESS)
        return std::unexpected(trust_missing(read_trust(where)) ? not_trusted() : no_service());
    const browse_options options(instproxy_client_options_new());
    instproxy_client_options_add(options.get(), "ApplicationType", "Any", nullptr);
    instproxy_client_options_set_return_attributes(
        options.get(), "ApplicationType", "CFBundleIdentifier", "CFBundleDisplayName",
        "CFBundleName", "CFBundleShortVersionString", "IsPlaceholder", "SBAppTags", nullptr);
    property_list list;
    const auto error = instproxy_browse(client.get(), options.get(), adopt(list));
    if (error != INSTPROXY_E_SUCCESS || !list || plist_get_node_type(list.get()) != PLIST_ARRAY)
        return std::unexpected(unreadable("The phone did not list its apps.", broken_off));
    std::vector<installed_app> apps;
    const std::uint32_t size = plist_array_get_size(list.get());
    for (std::uint32_t i = 0; i < size && apps.size() < installation_catalog::most_apps; ++i)
        if (auto app = read_app(plist_array_get_item(list.get(), i)))
            apps.push_back(std::move(*app));
    return apps;
}

/// Worker thread. A list that breaks off is asked for once more on a connection of its own: nothing
/// on the phone changes by reading, and libimobiledevice gives a slow phone a second for each part
/// of its answer.
result<std::vector<installed_app>> browse(const attachment& where)
{
    auto apps = browse_once(where);
    return apps || apps.error().cause != broken_off ? std::move(apps) : browse_once(where);
}

} // namespace

installation_catalog::installation_catalog(boost::asio::any_io_executor home,
                                           call_count under_way,
                                           attachment where)
    : where_(std::move(where)), calls_(std::move(home), std::move(under_way))
{
}

boost::asio::awaitable<result<std::vector<installed_app>>> installation_catalog::read()
{
    auto apps = co_await calls_.run(read_limit, [where = where_] { return browse(where); });
    if (!apps)
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "The phone's installation service is silent.",
                                          .cause = "service_silent"});
    co_return std::move(*apps);
}

} // namespace thimble::device
