// Locking and unlocking.
#include "tests/e2e/effects/effect.hpp"

#include <array>

namespace thimble::e2e {

using nlohmann::json;

namespace {

bool verified(const json& record)
{
    return record.at("receipt").at("verified") == true;
}

void lock(const driven_phone& on)
{
    on.open(app::sketch);
    CHECK(verified(on.act("lock")));
    CHECK(on.fact("locked") == true);
    const auto start = on.now();
    CHECK(verified(on.act("lock"))); // it is so already
    CHECK(on.phone().events(start).empty());
    on.act("unlock");
}

/// The app that was in front is in front again.
void unlock(const driven_phone& on)
{
    on.open(app::sketch);
    const auto turned = on.fact("orientation");
    on.act("lock");
    check_seen(on, on.act("unlock"));
    CHECK(eventually(5s, [&] { return on.fact("locked") == false; }));
    CHECK(on.front_app() == app::sketch);
    CHECK(on.fact("orientation") == turned);
    const auto start = on.now();
    check_seen(on, on.act("unlock")); // it is so already
    check_seen(on, on.act("unlock", {{"passcode", "1234"}}));
    CHECK(on.phone().events(start).empty());
    on.wait_until_known();
}

/// A locked phone shows its lock screen, and does nothing that needs it open.
void while_locked(const driven_phone& on)
{
    on.open(app::sketch);
    on.act("lock");
    CHECK(on.refused("tap", {{"x", 100}, {"y", 300}}) == "PHONE_NOT_READY");
    CHECK(on.get("screenshot").status == 200);
    check_seen(on, on.act("home")); // which opens it: there is no passcode
    CHECK(eventually(5s, [&] { return on.fact("locked") == false; }));
    CHECK(on.front_app() == app::home_screen);
    on.wait_until_known();
}

/// Without a runner nobody sees the keypad, and so whether it took a passcode or none.
void passcode(const driven_phone& on)
{
    const std::string refusal =
        on.has_runner() ? "ACTION_FAILED passcode_wrong" : "ACTION_FAILED passcode_not_confirmed";
    on.open(app::sketch);
    CHECK(verified(on.act("lock")));
    CHECK(on.refused("unlock") == "ACTION_FAILED passcode_required");
    CHECK(on.refused("home") == "ACTION_FAILED passcode_required");
    CHECK(on.refused("unlock", {{"passcode", "8642"}}) == refusal);
    CHECK(on.fact("locked") == true);
    CHECK(verified(on.act("unlock", {{"passcode", "2580"}})));
    CHECK(on.fact("locked") == false);
    CHECK(on.front_app() == app::sketch);
    on.wait_until_known();
}

bool blocked_by(const driven_phone& on, const char* code)
{
    const auto blockers = on.daemon().record_of(on.phone()).at("readiness").at("blockers");
    return !blockers.empty() && blockers.at(0).at("code") == code;
}

bool runner_answers(const driven_phone& on)
{
    return on.daemon().record_of(on.phone()).at("driver_version") != nullptr;
}

/// A runner that begins on a locked phone hears of the first change only.
void lock_that_the_runner_missed(const driven_phone& on)
{
    on.open(app::sketch);
    on.phone().make("runner", {{"state", "dead"}});
    REQUIRE(eventually(20s, [&] { return !runner_answers(on); }));
    on.phone().make("lock");
    on.phone().make("fault", {{"service", "wda.locked"}, {"kind", "error"}});
    on.phone().make("runner", {{"state", "running"}});
    REQUIRE(eventually(20s, [&] { return runner_answers(on); }));
    CHECK(eventually(20s, [&] { return blocked_by(on, "LOCKED"); }));
    CHECK(on.refused("tap", {{"x", 100}, {"y", 300}}) == "PHONE_NOT_READY");
    CHECK(on.refused("unlock") == "ACTION_FAILED passcode_required");
    CHECK(verified(on.act("unlock", {{"passcode", "2580"}})));
    CHECK(on.fact("locked") == false);
    on.phone().clear_faults();
    on.wait_until_known();
}

constexpr std::array effects_of_locks{
    effect{"lock", "", lock},
    effect{"unlock", "without a passcode", unlock},
    effect{"lock", "keeps touches away", while_locked},
};

constexpr std::array with_passcode{
    effect{"unlock", "with a passcode: missing, wrong and right", passcode},
    effect{"unlock", "of a lock that the runner has missed", lock_that_the_runner_missed},
};

constexpr auto without_runner_to_miss_it = std::span(with_passcode).first<1>();

} // namespace

std::span<const effect> lock_effects()
{
    return effects_of_locks;
}

std::span<const effect> passcode_effects()
{
    return with_passcode;
}

std::span<const effect> passcode_effects_without_runner()
{
    return without_runner_to_miss_it;
}

} // namespace thimble::e2e
