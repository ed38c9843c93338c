// Looks of an attached phone at lockdownd and at the services that need no driver.
#include "device/fleet/attached_phone.hpp"
#include "device/lockdown/developer_mode.hpp"
#include "device/lockdown/runner_apps.hpp"

#include <utility>

namespace thimble::device {
namespace {

constexpr std::chrono::milliseconds short_trust_pause{700}; // each asking makes keys
constexpr std::chrono::milliseconds long_trust_pause{1500};
constexpr int patient_looks = 60;
constexpr std::chrono::milliseconds prerequisites_pause{2000};

constexpr std::chrono::seconds lockdown_limit{6};

/// One look without an answer may be a slow computer. After these the phone is driven all the same;
/// what lockdownd offers, such as the list of apps, is missing then.
constexpr int most_unanswered_looks = 3;

} // namespace

boost::asio::awaitable<void> attached_phone::watch_lockdown()
{
    for (;;) {
        const auto looks_before = looks_wanted_;
        co_await look_at_lockdown();
        untrusted_looks_ = trust_missing(told_.trust) ? untrusted_looks_ + 1 : 0;
        if (runner_refuses())
            co_await look_at_prerequisites();
        co_await show_developer_mode();
        co_await pause(looks_before, lockdown_pause());
    }
}

/// The last report stays while lockdownd does not answer.
boost::asio::awaitable<void> attached_phone::look_at_lockdown()
{
    const auto turns = context_.looks; // outlives the turn
    const auto turn = co_await turns->take();
    const auto hint = driver_.locked() == true ? lock_hint::locked : lock_hint::none;
    auto report = co_await lockdown_.run(
        lockdown_limit, [where = where_, hint] { return read_lockdown(where, hint); });
    if (!report || report->trust == trust_state::unknown) {
        asked_ = asked_ || ++unanswered_looks_ >= most_unanswered_looks;
        co_return conclude();
    }
    asked_ = true;
    if (context_.recorder)
        context_.recorder->lockdown(where_.udid, report->values);
    const bool trusted_now = trust_missing(told_.trust) && !trust_missing(report->trust);
    told_ = std::move(*report);
    has_passcode_ = has_passcode_ || told_.passcode_locked == true;
    conclude();
    if (trusted_now)
        look_soon();
}

boost::asio::awaitable<void> attached_phone::look_at_prerequisites()
{
    const auto turns = context_.looks;
    const auto turn = co_await turns->take();
    const auto read =
        co_await lockdown_.run(lockdown_limit, [where = where_, ios = told_.os_version] {
            return read_prerequisites(where, ios);
        });
    const auto now = read.value_or(driver_prerequisites{});
    if (now.image == image_state::missing) {
        image_examined_ = false;
        other_image_.clear();
    } else if (now.image == image_state::mounted) {
        co_await examine_image(); // before a runner is started
    }
    prerequisites_ = now;
    if (prerequisites_.runners)
        runners_ = prerequisites_.runners;
    conclude();
}

/// Asked once: a phone that hides the switch shows it from then on.
boost::asio::awaitable<void> attached_phone::show_developer_mode()
{
    if (told_.developer_mode != false || told_.trust != trust_state::trusted) {
        asked_for_switch_ = false;
        co_return;
    }
    if (std::exchange(asked_for_switch_, true))
        co_return;
    const auto turns = context_.looks;
    const auto turn = co_await turns->take();
    const auto shown = co_await lockdown_.run(
        lockdown_limit, [where = where_] { return reveal_developer_mode(where); });
    shows_switch_ = shown.value_or(false);
    conclude();
}

/// Which runners there are changes only while none runs, and then they are read again and again.
boost::asio::awaitable<std::vector<std::string>> attached_phone::installed_runners()
{
    if (!runners_) {
        const auto turns = context_.looks;
        const auto turn = co_await turns->take();
        const auto read = co_await lockdown_.run(
            lockdown_limit, [where = where_] { return read_runner_apps(where); });
        if (read)
            runners_ = *read;
    }
    co_return runners_.value_or(std::vector<std::string>());
}

boost::asio::awaitable<bool> attached_phone::wants_passcode()
{
    if (told_.passcode_locked != true)
        co_return false;
    const auto turns = context_.looks;
    const auto turn = co_await turns->take();
    const auto read = co_await lockdown_.run(
        lockdown_limit, [where = where_] { return read_passcode_wanted(where); });
    if (read && *read)
        told_.passcode_locked = *read;
    co_return told_.passcode_locked == true;
}

/// Nothing of a phone that has no passcode, as far as has been seen.
boost::asio::awaitable<std::optional<bool>> attached_phone::ask_for_lock()
{
    const auto turns = context_.looks;
    const auto turn = co_await turns->take();
    const auto read = co_await lockdown_.run(
        lockdown_limit, [where = where_] { return read_passcode_wanted(where); });
    if (!read || !*read)
        co_return std::nullopt;
    const std::optional<bool> wanted = *read;
    told_.passcode_locked = wanted;
    has_passcode_ = has_passcode_ || *wanted;
    conclude();
    co_return has_passcode_ ? wanted : std::nullopt;
}

/// While somebody is probably about to tap Trust, the phone is asked more often; also until
/// lockdownd has answered at all, because what it offers, such as the list of apps, is missing.
std::chrono::milliseconds attached_phone::lockdown_pause() const
{
    if (told_.trust == trust_state::unknown)
        return context_.options.probe_blocked;
    if (trust_missing(told_.trust))
        return untrusted_looks_ < patient_looks ? short_trust_pause : long_trust_pause;
    return runner_refuses() ? prerequisites_pause : usual_pause();
}

} // namespace thimble::device
