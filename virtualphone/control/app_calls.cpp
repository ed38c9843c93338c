// State of apps on a phone: their windows, and whether the phone starts them.
#include "virtualphone/control/body.hpp"
#include "virtualphone/control/call.hpp"

#include <algorithm>
#include <array>

namespace thimble::virtualphone::control {

namespace {

using boost::beast::http::status;
using boost::beast::http::verb;

/// The bundle id of an app of the phone.
std::expected<std::string, std::string> app_of(const call& asked)
{
    auto bundle_id = text_of(asked.body, "bundle_id");
    if (!bundle_id)
        return bundle_id;
    const auto apps = asked.device.os.apps();
    if (std::ranges::find(apps, *bundle_id, &operating_system::installed_app::bundle_id) ==
        apps.end())
        return std::unexpected("no app on this phone has the bundle_id '" + *bundle_id + "'");
    return bundle_id;
}

reply set_window(const call& asked)
{
    const auto app = app_of(asked);
    if (!app)
        return error_reply(status::bad_request, app.error());
    const auto mode = text_of(asked.body, "mode");
    const auto how = mode ? parse_app_window(*mode) : std::nullopt;
    if (!how)
        return error_reply(status::bad_request,
                           "mode must be one of full, scaled, left_half, floating");
    const bool windowed = *how == app_window::left_half || *how == app_window::floating;
    if (windowed && asked.device.os.hardware().kind != idiom::pad)
        return error_reply(status::bad_request, "only an iPad has windows");
    asked.device.os.set_window(*app, *how, asked.now);
    return json_reply(phone_report(asked.device));
}

/// Of all apps, and until it is set anew or the phone is restarted.
reply set_opening_time(const call& asked)
{
    constexpr double longest = 60'000; // milliseconds
    const auto length = number_of(asked.body, "ms", 0, longest, 0);
    if (!length)
        return error_reply(status::bad_request, length.error());
    asked.device.os.set_opening_time(milliseconds(*length), asked.now);
    return json_reply(phone_report(asked.device));
}

reply set_app_trust(const call& asked)
{
    enum class signature : std::uint8_t { good, not_trusted, expired };
    static constexpr std::array choices{choice{"yes", signature::good},
                                        choice{"no", signature::not_trusted},
                                        choice{"expired", signature::expired}};
    const auto app = app_of(asked);
    if (!app)
        return error_reply(status::bad_request, app.error());
    const auto wanted = choice_of<signature>(asked.body, "state", choices);
    if (!wanted)
        return error_reply(status::bad_request, wanted.error());
    asked.device.untrusted_apps.erase(*app);
    asked.device.expired_apps.erase(*app);
    if (*wanted == signature::not_trusted)
        asked.device.untrusted_apps.insert(*app);
    else if (*wanted == signature::expired)
        asked.device.expired_apps.insert(*app);
    return json_reply(phone_report(asked.device));
}

} // namespace

std::span<const phone_call> app_calls()
{
    static constexpr std::array table{
        phone_call{verb::post, "window", set_window},
        phone_call{verb::post, "opening", set_opening_time},
        phone_call{verb::post, "app_trust", set_app_trust},
    };
    return table;
}

} // namespace thimble::virtualphone::control
