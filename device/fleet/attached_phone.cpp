// The life of an attached phone: watches of lockdownd, of the runner and of the screenshot
// service until it is unplugged, and the facts, blockers and capabilities that follow from what
// they see.
#include "device/fleet/attached_phone.hpp"

#include "async/race.hpp"
#include "device/lockdown/core_device_proxy.hpp"
#include "device/os_version.hpp"
#include "device/product_names.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device {

namespace {

constexpr std::uint16_t web_driver_agent_port = 8100;
constexpr std::uint16_t picture_stream_port = 9100; // of the same runner
constexpr std::chrono::milliseconds detach_grace{300};
constexpr std::chrono::milliseconds shortest_pause{200};
constexpr std::chrono::seconds pause_after_failure{1}; // of a watch
constexpr std::chrono::seconds screenshotr_pause{2};
constexpr std::chrono::seconds screenshotr_absent_pause{30}; // gone since iOS 17, as far as we know
constexpr int last_ios_with_screenshotr = 16;
constexpr std::chrono::seconds springboard_pause{2};

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

/// True for a state in which a runner answers questions about itself.
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

attached_phone::attached_phone(const phone_context& around, attachment where)
    : context_(around), where_(std::move(where)), detached_(around.home), unlocked_(around.home),
      look_(around.home), connects_(around.home, around.blocking_calls, calls_are::independent),
      lockdown_(around.home, around.blocking_calls, calls_are::independent),
      decoder_(around.home, around.blocking_calls),
      tunnel_connects_(around.home, around.blocking_calls),
      image_calls_(around.home, around.blocking_calls),
      runner_calls_(around.home, around.blocking_calls), driver_(runner_options(), decoder_),
      services_(tunnel_options(), gate_options()),
      screenshotr_(around.home, around.blocking_calls, where_),
      springboard_(around.home, around.blocking_calls, where_),
      catalog_(around.home, around.blocking_calls, where_), runner_(runner_keeping())
{
    facts_ = gather_facts();
    blockers_ = find_blockers();
}

/// The driver, which this owns, is the only one to call these.
wda::runner_options attached_phone::runner_options()
{
    return {.home = context_.home,
            .udid = where_.udid,
            .open = opener_of(connects_, where_, web_driver_agent_port),
            .open_stream = opener_of(connects_, where_, picture_stream_port),
            .recorder = context_.recorder,
            .gone = [this] { return gone(); },
            .suspect =
                [this] {
                    conclude();
                    look_soon();
                },
            .installed_runners = [this] { return installed_runners(); },
            .wants_passcode = [this] { return wants_passcode(); },
            .orientation_number = [this] { return springboard_.orientation(); },
            .pauses = context_.options.alerts,
            .most_live_frames = context_.options.most_live_frames};
}

boost::asio::awaitable<void> attached_phone::live()
{
    const auto self = shared_from_this();
    while (attached_) {
        co_await watch_all();
        if (attached_)
            co_await detached_.wait_for(pause_after_failure);
    }
}

/// Until the phone is detached, or a watch has failed, which the log is told.
boost::asio::awaitable<void> attached_phone::watch_all()
{
    try {
        co_await async::race(watch_lockdown(), watch_runner(), watch_screenshotr(),
                             keep_springboard(), keep_tunnel(), keep_image(), keep_runner(),
                             until_detached());
    } catch (const std::exception& problem) {
        context_.log->error("phone {}: a watch failed and begins anew: {}", where_.udid,
                            problem.what());
    }
}

void attached_phone::detach()
{
    attached_ = false;
    driver_.close();
    runner_.drop();
    services_.tunnel().close();
    claim_.reset();
    capabilities_.clear();
    detached_.notify_all();
    told_of_detaching_.tell();
}

void attached_phone::look_soon()
{
    ++looks_wanted_;
    look_.notify_all();
}

async::subscription attached_phone::on_detached(std::function<void()> then)
{
    return told_of_detaching_.add(std::move(then));
}

boost::asio::awaitable<void> attached_phone::until_detached()
{
    while (attached_)
        co_await detached_.wait();
}

/// usbmuxd closes a connection a moment before it says that the phone has gone.
boost::asio::awaitable<bool> attached_phone::gone()
{
    if (attached_)
        co_await detached_.wait_for(detach_grace);
    co_return !attached_;
}

boost::asio::awaitable<void> attached_phone::watch_screenshotr()
{
    for (;;) {
        if (told_.trust == trust_state::trusted) {
            co_await screenshotr_.probe();
            conclude();
        }
        const bool absent = major_version(told_.os_version) > last_ios_with_screenshotr;
        co_await detached_.wait_for(absent ? screenshotr_absent_pause : screenshotr_pause);
    }
}

/// Connects in the background: no look and no touch waits for that.
boost::asio::awaitable<void> attached_phone::keep_springboard()
{
    for (;;) {
        if (told_.trust == trust_state::trusted && seen_.state == wda::runner_state::answering)
            co_await springboard_.connect();
        co_await detached_.wait_for(springboard_pause);
    }
}

boost::asio::awaitable<void> attached_phone::watch_runner()
{
    for (;;) {
        const auto looks_before = looks_wanted_;
        claimed_ = claim();
        if (claimed_ && !trust_missing(told_.trust))
            co_await look_at_runner();
        conclude();
        co_await until_next_look(looks_before);
    }
}

boost::asio::awaitable<void> attached_phone::until_next_look(unsigned looks_before)
{
    using clock = std::chrono::steady_clock;
    const auto usual = seen_.sure ? usual_pause() : context_.options.probe_blocked;
    const auto due = clock::now() + usual;
    while (looks_wanted_ == looks_before && clock::now() < due) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - clock::now());
        co_await look_.wait_for(std::min(left, context_.options.probe_used));
        if (looks_wanted_ != looks_before)
            break;
        if (seen_.state == wda::runner_state::answering && driver_.look_due())
            co_await look_between_inputs();
    }
    if (looks_wanted_ != looks_before)
        co_await detached_.wait_for(std::min(usual, shortest_pause));
}

boost::asio::awaitable<void> attached_phone::look_between_inputs()
{
    const auto before = driver_.locked();
    co_await driver_.look_between_inputs();
    conclude();
    if (driver_.locked() != before)
        look_soon(); // at all the rest
}

boost::asio::awaitable<void> attached_phone::look_at_runner()
{
    const bool asked_for = std::exchange(looks_taken_, looks_wanted_) != looks_wanted_;
    const bool as_before =
        seen_.state == wda::runner_state::answering && seen_.complete && seen_.sure;
    auto report = co_await driver_.probe(as_before && !asked_for ? wda::look_depth::brief
                                                                 : wda::look_depth::whole);
    if (report.state == wda::runner_state::refused && seen_.state != report.state)
        look_soon(); // at what the runner needs
    if (report.state != wda::runner_state::refused)
        prerequisites_ = {};
    const auto before = std::exchange(seen_, std::move(report)).state;
    runner_.see(seen_.state);
    if (before != seen_.state && !runner_answers())
        services_.tunnel().look_soon(); // at the pictures that it may have
}

/// Somebody may have asked for a look while the last one was under way.
boost::asio::awaitable<void> attached_phone::pause(unsigned looks_before,
                                                   std::chrono::milliseconds usual)
{
    if (looks_wanted_ == looks_before)
        co_await look_.wait_for(usual);
    if (looks_wanted_ != looks_before)
        co_await detached_.wait_for(std::min(usual, shortest_pause));
}

std::chrono::milliseconds attached_phone::usual_pause() const
{
    const auto& options = context_.options;
    return blockers_.empty() ? options.probe_ready : options.probe_blocked;
}

bool attached_phone::runner_refuses() const
{
    return told_.trust == trust_state::trusted && seen_.state == wda::runner_state::refused;
}

bool attached_phone::claim()
{
    if (!context_.options.claim)
        return true;
    if (!claim_)
        claim_ = context_.options.claim(where_.udid);
    return claim_ != nullptr;
}

// Conclusions from all that the looks have shown.

void attached_phone::conclude()
{
    if (!attached_)
        return;
    auto facts = gather_facts();
    auto blockers = find_blockers();
    auto warnings = find_warnings();
    auto capabilities = find_capabilities();
    if (facts == facts_ && same_blockers(blockers, blockers_) && warnings == warnings_ &&
        capabilities == capabilities_)
        return;
    const bool unlocked = facts_.locked == true && facts.locked != true;
    facts_ = std::move(facts);
    blockers_ = std::move(blockers);
    warnings_ = std::move(warnings);
    capabilities_ = std::move(capabilities);
    if (unlocked) {
        unlocked_.notify_all();
        runner_.hope();
    }
    if (context_.options.on_change)
        context_.options.on_change(shared_from_this());
}

phone_facts attached_phone::gather_facts() const
{
    phone_facts facts{.udid = where_.udid,
                      .name = told_.name,
                      .marketing_name = model_name(),
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
                      .tunnel_opening = services_.tunnel().is_opening(),
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
            .replacing_image = replacing_image_,
            .runner_installed = prerequisites_.runners.transform(
                [](const std::vector<std::string>& runners) { return !runners.empty(); }),
            .runner = seen_.state,
            .driver_version = driver_.version(),
            .added_by_runner = added_by_runner(),
            .driven_by_services = driven_by_services(),
            .services_unseen = context_.options.tunnels && told_.trust == trust_state::trusted &&
                               !services_.tunnel().has_looked(),
            .start = runner_.phase(),
            .start_problem = runner_.problem()};
}

/// A runner that answers knows of every lock since the first that it has told of. Without one,
/// lockdownd tells of a phone that wants its passcode; that it wants none may mean that it has
/// none. One whose display is off takes no touch either.
std::optional<bool> attached_phone::locked() const
{
    const bool missed = told_.passcode_locked == true && !driver_.knows_of_locks();
    if (seen_.state == wda::runner_state::answering && driver_.locked() && !missed)
        return driver_.locked();
    if (!runner_answers() && services_.is_dark())
        return true;
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

std::vector<warning> attached_phone::find_warnings() const
{
    const auto& ask = context_.options.warnings;
    return ask ? ask(where_.udid) : std::vector<warning>();
}

/// A model that is newer than this program is known to the phone itself.
std::string attached_phone::model_name() const
{
    const auto& told = services_.tunnel().facts().marketing_name();
    auto known = marketing_name(told_.product_type);
    return known == told_.product_type && !told.empty() ? told : known;
}

} // namespace thimble::device
