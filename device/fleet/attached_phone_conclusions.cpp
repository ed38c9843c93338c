// What an attached phone concludes from all that its looks have shown.
#include "device/fleet/attached_phone.hpp"
#include "device/lockdown/core_device_proxy.hpp"
#include "device/product_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

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

/// In the order in which a person would miss them.
constexpr std::array<std::pair<capability, std::string_view>, 8> by_the_runner_alone{
    {{capability::touch, "touches"},
     {capability::text, "typing"},
     {capability::keys, "keys"},
     {capability::elements, "the elements of the screen"},
     {capability::lock, "locking and unlocking"},
     {capability::url, "opening addresses"},
     {capability::front_app, "the name of the app in front"},
     {capability::live_frames, "pictures as quick as a film"}}};

/// "touches, typing and keys"
std::string listed(const std::vector<std::string_view>& words)
{
    std::string text;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const bool last = at + 1 == words.size();
        text += at == 0 ? "" : last ? " and " : ", ";
        text += words[at];
    }
    return text;
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
                      .interface = interface(),
                      .battery_level = told_.battery_level,
                      .locked = locked(),
                      .alert = driver_.alert(),
                      .tunnel_open = services_.tunnel().is_open(),
                      .tunnel_problem = {}};
    if (const auto& problem = services_.tunnel().problem();
        problem && problem->cause != no_tunnel_service)
        facts.tunnel_problem = problem->message;
    if (const auto picture = driver_.picture_size())
        facts.panel = upright(*picture); // a picture is the authority
    else if (const auto& by_service = services_.tunnel().picture_size())
        facts.panel = upright(*by_service);
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
            .image_problem = image_problem_ ? image_problem_->message : std::string(),
            .runner_installed = prerequisites_.runners.transform(
                [](const std::vector<std::string>& runners) { return !runners.empty(); }),
            .runner = seen_.state,
            .driver_version = driver_.version(),
            .added_by_runner = added_by_runner()};
}

/// Empty where the services in the tunnel offer nothing either.
std::string attached_phone::added_by_runner() const
{
    if (runner_answers() ||
        std::ranges::none_of(coredevice::driver::capabilities,
                             [this](capability each) { return services_.offers(each); }))
        return {};
    std::vector<std::string_view> missing;
    for (const auto& [what, words] : by_the_runner_alone)
        missing.push_back(words);
    return listed(missing);
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
    if (runner_answers())
        found.merge(std::set(wda::driver::capabilities()));
    if (!driver_.live_frames().offered())
        found.erase(capability::live_frames);
    if (!told_.product_type.empty() && !has_action_button(told_.product_type))
        found.erase(capability::action_button);
    for (const auto each : coredevice::driver::capabilities)
        if (services_.offers(each))
            found.insert(each);
    return found;
}

/// Without a runner that answers, the newest picture of the phone's own service shows how the
/// interface stands.
std::optional<screen::interface> attached_phone::interface() const
{
    if (!runner_answers() && services_.offers(capability::frame))
        if (auto shown = services_.interface())
            return shown;
    return driver_.interface();
}

/// Who has done it last, where two drivers may.
std::string attached_phone::driver_of(capability what) const
{
    if (!capabilities_.contains(what))
        return {};
    if (const auto last = both_.done_by(what); !last.empty())
        return std::string(last);
    if (what == capability::app_list)
        return std::string(driver_name::lockdown);
    if (what == capability::frame && !runner_answers())
        return std::string(services_.offers(what) ? driver_name::core_device
                                                  : driver_name::screenshotr);
    return std::string(driver_name::runner);
}

/// WebDriverAgent's pictures are upright, so they come first; the others are better than none.
device::frame_source* attached_phone::frames()
{
    if (!capabilities_.contains(capability::frame))
        return nullptr;
    if (runner_answers())
        return &driver_.frames();
    if (services_.offers(capability::frame))
        return &services_.frames();
    return &screenshotr_;
}

} // namespace thimble::device
