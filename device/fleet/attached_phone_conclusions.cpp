// What an attached phone concludes from all that its looks have shown.
#include "device/fleet/attached_phone.hpp"
#include "device/product_names.hpp"

#include <algorithm>

namespace thimble::device {
namespace {

/// Panel pixels are counted in portrait, however the picture is turned.
screen::pixel_size upright(screen::pixel_size picture)
{
    return {.width = std::min(picture.width, picture.height),
            .height = std::max(picture.width, picture.height)};
}

std::optional<bool> mounted(image_state image)
{
    switch (image) {
    case image_state::mounted:
        return true;
    case image_state::missing:
        return false;
    case image_state::unknown:
    case image_state::phone_locked:
        break;
    }
    return std::nullopt;
}

/// Whether a runner in this state answers questions about itself.
bool answers(wda::runner_state state)
{
    return state == wda::runner_state::answering || state == wda::runner_state::starting ||
           state == wda::runner_state::automation_off || state == wda::runner_state::too_old;
}

bool same_blockers(const std::vector<blocker>& a, const std::vector<blocker>& b)
{
    return std::ranges::equal(a, b, [](const blocker& x, const blocker& y) {
        return x.code == y.code && x.message == y.message && x.remedy == y.remedy;
    });
}

} // namespace

void attached_phone::conclude()
{
    if (!attached_)
        return;
    auto facts = gather_facts();
    auto blockers = find_blockers();
    auto capabilities = find_capabilities();
    if (facts == facts_ && same_blockers(blockers, blockers_) && capabilities == capabilities_)
        return;
    facts_ = std::move(facts);
    blockers_ = std::move(blockers);
    capabilities_ = std::move(capabilities);
    if (context_.options.on_change)
        context_.options.on_change(shared_from_this());
}

phone_facts attached_phone::gather_facts() const
{
    phone_facts facts{.udid = where_.udid,
                      .name = told_.name,
                      .marketing_name = marketing_name(told_.product_type),
                      .product_type = told_.product_type,
                      .os_version = told_.os_version,
                      .driver_version = answers(seen_.state) ? driver_.version() : std::string(),
                      .panel = told_.panel,
                      .scale = {},
                      .interface = driver_.interface(),
                      .battery_level = told_.battery_level,
                      .locked = locked(),
                      .alert = driver_.alert()};
    if (const auto picture = driver_.picture_size())
        facts.panel = upright(*picture); // a picture is the authority
    if (facts.panel && facts.interface)
        facts.scale = facts.panel->width /
                      std::min(facts.interface->size.width, facts.interface->size.height);
    return facts;
}

observation attached_phone::gather_observation() const
{
    return {.claimed = claimed_,
            .asked = asked_,
            .trust = told_.trust,
            .os_version = told_.os_version,
            .locked = locked(),
            .developer_mode = told_.developer_mode,
            .developer_mode_shown = shows_switch_,
            .image_mounted = mounted(prerequisites_.image),
            .runner_installed = prerequisites_.runners.transform(
                [](const std::vector<std::string>& runners) { return !runners.empty(); }),
            .runner = seen_.state,
            .driver_version = driver_.version()};
}

/// A runner that answers knows of every lock since the first that it has told of. Without one,
/// lockdownd tells of a phone that wants its passcode; that it wants none may mean that it has
/// none.
std::optional<bool> attached_phone::locked() const
{
    const bool missed = told_.passcode_locked == true && !driver_.knows_of_locks();
    if (seen_.state == wda::runner_state::answering && driver_.locked() && !missed)
        return driver_.locked();
    if (told_.passcode_locked == true || prerequisites_.image == image_state::phone_locked)
        return true;
    if (told_.passcode_locked == false && has_passcode_)
        return false;
    return driver_.locked();
}

/// A blocker that stays keeps the moment since when it stands in the way.
std::vector<blocker> attached_phone::find_blockers() const
{
    auto first = first_blocker(gather_observation());
    if (!first)
        return {};
    const bool stays = !blockers_.empty() && blockers_.front().code == first->code;
    first->since = stays ? blockers_.front().since : std::chrono::system_clock::now();
    return {std::move(*first)};
}

std::set<capability> attached_phone::find_capabilities() const
{
    std::set<capability> found;
    if (trust_missing(told_.trust) || !claimed_)
        return found;
    if (told_.trust == trust_state::trusted)
        found.insert(capability::app_list);
    if (screenshotr_.available())
        found.insert(capability::frame);
    if (seen_.state == wda::runner_state::answering)
        found.merge(std::set(wda::driver::capabilities()));
    if (!driver_.live_frames().offered())
        found.erase(capability::live_frames);
    if (!told_.product_type.empty() && !has_action_button(told_.product_type))
        found.erase(capability::action_button);
    return found;
}

/// WebDriverAgent's pictures are upright, so they come first; the others are better than none.
device::frame_source* attached_phone::frames()
{
    if (!capabilities_.contains(capability::frame))
        return nullptr;
    if (seen_.state == wda::runner_state::answering)
        return &driver_.frames();
    return &screenshotr_;
}

} // namespace thimble::device
