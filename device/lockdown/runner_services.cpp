#include "device/lockdown/runner_services.hpp"

#include "device/lockdown/plist_value.hpp"
#include "device/lockdown/service_door.hpp"
#include "device/usbmux/client_label.hpp"

#include <libimobiledevice/installation_proxy.h>

namespace thimble::device {
namespace {

constexpr auto instruments_name = "com.apple.instruments.remoteserver.DVTSecureSocketProxy";
constexpr auto test_manager_name = "com.apple.testmanagerd.lockdown.secure";

using apps_client = owned<instproxy_client_t, instproxy_client_free>;
using apps_options = owned<plist_t, instproxy_client_options_free>;
using connected = result<tunnel::service_connection>;

failure no_runner_service(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

failure explained_door(const door_refusal& why)
{
    using step = door_refusal::step;
    if (why.at == step::phone)
        return {.what = problem::detached, .message = "The phone is not attached.", .cause = {}};
    if (why.at == step::record)
        return no_runner_service("This computer has no pair record of the phone.",
                                 "no_pair_record");
    if (why.said == LOCKDOWN_E_INVALID_SERVICE)
        return no_runner_service("The phone does not have the services of its developer image.",
                                 std::string(no_developer_service));
    if (why.said == LOCKDOWN_E_PASSWORD_PROTECTED || why.said == LOCKDOWN_E_ESCROW_LOCKED)
        return no_runner_service("The phone is locked and does not answer this computer.",
                                 "locked");
    return no_runner_service("The phone did not start the services of its developer image.",
                             "services_refused");
}

connected connect_through(service_door& door, const char* service)
{
    auto made = door.connect(service);
    if (!made)
        return std::unexpected(explained_door(made.error()));
    return std::move(*made);
}

} // namespace

result<runner_services> connect_runner_services(const attachment& where)
{
    auto door = service_door::open(where);
    if (!door)
        return std::unexpected(explained_door(door.error()));
    connected hub = connect_through(*door, instruments_name);
    if (!hub)
        return std::unexpected(hub.error());
    connected session = connect_through(*door, test_manager_name);
    if (!session)
        return std::unexpected(session.error());
    connected control = connect_through(*door, test_manager_name);
    if (!control)
        return std::unexpected(control.error());
    return runner_services{
        .hub = std::move(*hub), .session = std::move(*session), .control = std::move(*control)};
}

result<tunnel::service_connection> connect_instruments(const attachment& where)
{
    auto door = service_door::open(where);
    if (!door)
        return std::unexpected(explained_door(door.error()));
    return connect_through(*door, instruments_name);
}

result<installed_place> find_app(const attachment& where, const std::string& bundle_id)
{
    const auto phone = open_phone(where);
    apps_client client;
    if (!phone || instproxy_client_start_service(phone.get(), adopt(client), client_label) !=
                      INSTPROXY_E_SUCCESS)
        return std::unexpected(
            no_runner_service("The phone does not list its apps.", "services_refused"));
    const apps_options options(instproxy_client_options_new());
    instproxy_client_options_set_return_attributes(options.get(), "Path", "Container",
                                                   "CFBundleExecutable", nullptr);
    const char* wanted[] = {bundle_id.c_str(), nullptr};
    property_list found;
    const auto error = instproxy_lookup(client.get(), static_cast<const char**>(wanted),
                                        options.get(), adopt(found));
    auto* const app =
        error == INSTPROXY_E_SUCCESS && found && plist_get_node_type(found.get()) == PLIST_DICT
            ? plist_dict_get_item(found.get(), bundle_id.c_str())
            : nullptr;
    if (app == nullptr || plist_get_node_type(app) != PLIST_DICT)
        return std::unexpected(
            no_runner_service("The phone has no such app.", "app_not_installed"));
    const auto text = [app](const char* name) {
        return string_of(plist_dict_get_item(app, name)).value_or(std::string());
    };
    return installed_place{.path = text("Path"),
                           .container = text("Container"),
                           .executable = text("CFBundleExecutable")};
}

} // namespace thimble::device
