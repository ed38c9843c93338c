// Capabilities of an attached phone, and the driver that has each of them.
#include "device/fleet/attached_phone.hpp"
#include "device/product_names.hpp"

#include <algorithm>

namespace thimble::device {

namespace {

/// In the order in which a person would miss it.
constexpr auto by_the_runner_alone =
    "touches, typing, keys, the elements of the screen, locking and unlocking, opening addresses, "
    "the name of the app in front and pictures as quick as a film";

} // namespace

std::set<capability> attached_phone::find_capabilities() const
{
    std::set<capability> found;
    if (trust_missing(told_.trust) || !claimed_)
        return found;
    if (told_.trust == trust_state::trusted)
        found.insert(capability::app_list);
    if (screenshotr_.available())
        found.insert(capability::frame);
    if (runner_answers())
        found.merge(std::set(wda::driver::capabilities()));
    if (!driver_.live_frames().offered())
        found.erase(capability::live_frames);
    if (!told_.product_type.empty() && !has_action_button(told_.product_type))
        found.erase(capability::action_button);
    for (const auto each : coredevice::driver::capabilities)
        if (!replacing_image_ && services_.offers(each))
            found.insert(each);
    return found;
}

/// Without a runner that answers, the phone's own services show how the interface stands; also
/// where they touch it, which they refuse for one that stands otherwise.
std::optional<screen::interface> attached_phone::interface() const
{
    const auto& tunnel = services_.tunnel();
    const bool touched_through = tunnel.display_is_pushed() && services_.offers(capability::touch);
    if (tunnel.is_open() && (!runner_answers() || touched_through))
        if (auto shown = services_.interface())
            return shown;
    return driver_.interface();
}

std::string attached_phone::driver_of(capability what) const
{
    if (!capabilities_.contains(what))
        return {};
    if (what == capability::app_list)
        return std::string(driver_name::lockdown);
    if (what == capability::frame)
        return std::string(frames_.driver());
    if (what == capability::live_frames)
        return std::string(live_frames_.driver());
    return std::string(both_.first_for(what));
}

/// To drive a phone is to see it, to touch it, and to know where on it.
bool attached_phone::driven_by_services() const
{
    return services_.offers(capability::touch) && services_.offers(capability::frame) &&
           interface().has_value();
}

/// Empty where the services in the tunnel offer nothing either.
std::string attached_phone::added_by_runner() const
{
    if (runner_answers() ||
        std::ranges::none_of(coredevice::driver::capabilities,
                             [this](capability each) { return services_.offers(each); }))
        return {};
    return by_the_runner_alone;
}

} // namespace thimble::device
