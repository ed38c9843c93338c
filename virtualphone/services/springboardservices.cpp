// springboardservices: the home screen's icons, and which way the interface is up.
#include "virtualphone/services/home_screen_icons.hpp"
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

plist::value failure(std::string_view why)
{
    return {{"Error", why}};
}

/// UIInterfaceOrientation, which names the two landscapes the other way round than the device's
/// orientation does: a device turned to the left shows the interface "landscape right".
int orientation_number(turned orientation)
{
    switch (orientation) {
    case turned::portrait:
        return 1;
    case turned::upside_down:
        return 2;
    case turned::landscape_left:
        return 3; // the home button is on the right
    case turned::landscape_right:
        return 4;
    }
    return 1;
}

plist::value icon_picture(const identity& of, const plist::value& request)
{
    const auto picture =
        icon_png(plist::string_at(request, "bundleId").value_or(""), of.installed_runner());
    if (!picture)
        return failure("There is no app with this bundle id.");
    plist::value answer = plist::value::object();
    answer["pngData"] = plist::data(*picture);
    return answer;
}

plist::value icon_state(const identity& of)
{
    plist::value state = plist::value::array();
    for (const auto& page : home_screen_icons(of.installed_runner())) {
        plist::value row = plist::value::array();
        for (const home_screen_icon& icon : page)
            row.push_back({{"bundleIdentifier", icon.bundle_id},
                           {"displayIdentifier", icon.bundle_id},
                           {"displayName", icon.name}});
        state.push_back(std::move(row));
    }
    return state;
}

plist::value answer_to(service_session& session, const plist::value& request)
{
    const std::string command = plist::string_at(request, "command").value_or("");
    if (command == "getInterfaceOrientation")
        return {{"interfaceOrientation", orientation_number(session.os().interface_orientation())}};
    if (command == "getIconPNGData")
        return icon_picture(session.os().who(), request);
    if (command == "getIconState")
        return icon_state(session.os().who());
    return failure("This phone does not know the command.");
}

} // namespace

asio::awaitable<void> serve_springboardservices(service_session& session)
{
    for (;;) {
        const plist::value request = co_await session.host.receive();
        co_await session.host.send(answer_to(session, request), failure("The request failed."));
    }
}

} // namespace thimble::virtualphone
