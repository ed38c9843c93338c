#include "device/attached_phone.hpp"

#include "device/os_version.hpp"
#include "device/product_names.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>

#include <algorithm>

namespace thimble::device {
namespace {

constexpr std::uint16_t web_driver_agent_port = 8100;
constexpr std::chrono::milliseconds detach_grace{300};
constexpr std::chrono::milliseconds shortest_pause{200};
constexpr std::chrono::milliseconds shortest_trust_pause{700}; // each asking makes keys
constexpr std::chrono::milliseconds longest_trust_pause{1500};
constexpr int patient_looks = 60; // until then somebody is probably about to tap Trust
constexpr std::chrono::milliseconds prerequisites_pause{2000};
constexpr std::chrono::seconds screenshotr_pause{2};
constexpr std::chrono::seconds screenshotr_absent_pause{30}; // gone since iOS 17, as far as we know
constexpr int last_ios_with_screenshotr = 16;
constexpr std::chrono::seconds lockdown_limit{8};

boost::asio::awaitable<bool> heard(async::signal& what)
{
    co_await what.wait();
    co_return true;
}

/// Ends when the signal comes or the time is over.
boost::asio::awaitable<void> signalled(async::signal& what, std::chrono::milliseconds limit)
{
    co_await async::within(limit, heard(what));
}

/// Panel pixels are counted in portrait, however the picture is turned.
screen::pixel_size upright(screen::pixel_size picture)
{
    return {.width = std::min(picture.width, picture.height),
            .height = std::max(picture.width, picture.height)};
}

bool same_blockers(const std::vector<blocker>& a, const std::vector<blocker>& b)
{
    return std::ranges::equal(a, b, [](const blocker& x, const blocker& y) {
        return x.code == y.code && x.message == y.message;
    });
}

} // namespace

attached_phone::attached_phone(const phone_surroundings& around, attachment where)
    : around_(around), where_(std::move(where)), detached_(around.home), look_(around.home),
      connects_(around.home, around.blocking_calls), lockdown_(around.home, around.blocking_calls),
      decoder_(around.home, around.blocking_calls), driver_(runner_options(), decoder_),
      screenshotr_(around.home, around.blocking_calls, where_)
{
    facts_ = gather_facts();
    blockers_ = find_blockers();
}

/// The driver, which this owns, is the only one to call these.
wda::runner_options attached_phone::runner_options()
{
    return {.home = around_.home,
            .udid = where_.udid,
            .open = opener_of(connects_, where_, web_driver_agent_port),
            .recorder = around_.recorder,
            .gone = [this] { return gone(); },
            .suspect =
                [this] {
                    conclude();
                    look_soon();
                }};
}

boost::asio::awaitable<void> attached_phone::live()
{
    using boost::asio::experimental::awaitable_operators::operator||;
    const auto self = shared_from_this();
    co_await (watch_lockdown() || watch_runner() || watch_screenshotr() || until_detached());
}

void attached_phone::detach()
{
    attached_ = false;
    driver_.close();
    claim_.reset();
    capabilities_.clear();
    detached_.notify_all();
}

void attached_phone::look_soon()
{
    ++looks_wanted_;
    look_.notify_all();
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
        co_await signalled(detached_, detach_grace);
    co_return !attached_;
}

boost::asio::awaitable<void> attached_phone::watch_lockdown()
{
    for (;;) {
        const auto looks_before = looks_wanted_;
        co_await look_at_lockdown();
        const bool trusted = !trust_missing(told_.trust);
        untrusted_looks_ = trusted ? 0 : untrusted_looks_ + 1;
        const bool refused = trusted && seen_.state == wda::runner_state::refused;
        if (refused)
            co_await look_at_prerequisites();
        co_await pause(looks_before, !trusted  ? trust_pause()
                                     : refused ? prerequisites_pause
                                               : usual_pause());
    }
}

/// When lockdownd does not answer, what it said before stays.
boost::asio::awaitable<void> attached_phone::look_at_lockdown()
{
    auto report = co_await lockdown_.run(
        lockdown_limit, [where = where_] { return read_lockdown(where, ask_for_trust::yes); });
    asked_ = true;
    if (!report || report->trust == trust_state::unknown) {
        conclude();
        co_return;
    }
    if (around_.recorder)
        around_.recorder->lockdown(where_.udid, report->values);
    const bool trusted_now = trust_missing(told_.trust) && !trust_missing(report->trust);
    told_ = std::move(*report);
    conclude();
    if (trusted_now)
        look_soon();
}

boost::asio::awaitable<void> attached_phone::look_at_prerequisites()
{
    const auto read =
        co_await lockdown_.run(lockdown_limit, [where = where_, ios = told_.os_version] {
            return read_prerequisites(where, ios);
        });
    prerequisites_ = read.value_or(driver_prerequisites{});
    conclude();
}

boost::asio::awaitable<void> attached_phone::watch_screenshotr()
{
    for (;;) {
        if (told_.trust == trust_state::trusted) {
            co_await screenshotr_.probe();
            conclude();
        }
        const bool absent = major_version(told_.os_version) > last_ios_with_screenshotr;
        co_await signalled(detached_, absent ? screenshotr_absent_pause : screenshotr_pause);
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
        co_await pause(looks_before, seen_.sure ? usual_pause() : around_.options.probe_blocked);
    }
}

boost::asio::awaitable<void> attached_phone::look_at_runner()
{
    auto report = co_await driver_.probe();
    if (!report.complete && report.state == wda::runner_state::answering) {
        report.locked = seen_.locked; // not asked while a touch plays
        report.alert = seen_.alert;
    }
    if (report.state == wda::runner_state::refused && seen_.state != report.state)
        look_soon(); // at what the runner needs
    if (report.state == wda::runner_state::answering)
        prerequisites_ = {};
    seen_ = std::move(report);
}

/// Somebody may have asked for a look while the last one was under way.
boost::asio::awaitable<void> attached_phone::pause(unsigned looks_before,
                                                   std::chrono::milliseconds usual)
{
    if (looks_wanted_ == looks_before)
        co_await signalled(look_, usual);
    if (looks_wanted_ != looks_before)
        co_await signalled(detached_, std::min(usual, shortest_pause));
}

std::chrono::milliseconds attached_phone::usual_pause() const
{
    const auto& options = around_.options;
    return blockers_.empty() ? options.probe_ready : options.probe_blocked;
}

std::chrono::milliseconds attached_phone::trust_pause() const
{
    return untrusted_looks_ < patient_looks ? shortest_trust_pause : longest_trust_pause;
}

bool attached_phone::claim()
{
    if (!around_.options.claim)
        return true;
    if (!claim_)
        claim_ = around_.options.claim(where_.udid);
    return claim_ != nullptr;
}

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
    if (around_.options.on_change)
        around_.options.on_change(shared_from_this());
}

phone_facts attached_phone::gather_facts() const
{
    phone_facts facts{.udid = where_.udid,
                      .name = told_.name,
                      .marketing_name = marketing_name(told_.product_type),
                      .product_type = told_.product_type,
                      .os_version = told_.os_version,
                      .panel = told_.panel,
                      .scale = {},
                      .interface = driver_.interface(),
                      .battery_level = told_.battery_level,
                      .locked = seen_.locked,
                      .alert = seen_.alert};
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
            .locked = seen_.locked,
            .developer_mode = told_.developer_mode,
            .image_mounted = prerequisites_.image_mounted,
            .runner_installed = prerequisites_.runner_installed,
            .runner = seen_.state};
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
    if (screenshotr_.available())
        found.insert(capability::frame);
    if (seen_.state == wda::runner_state::answering)
        found.insert({capability::frame, capability::touch, capability::buttons});
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

device::touch_player* attached_phone::touches()
{
    return capabilities_.contains(capability::touch) ? &driver_.touches() : nullptr;
}

device::button_presser* attached_phone::buttons()
{
    return capabilities_.contains(capability::buttons) ? &driver_.buttons() : nullptr;
}

} // namespace thimble::device
