// Commands whose time is over before their turn comes, while nobody can call them off.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/faults/cloud.hpp"
#include "tests/e2e/faults/recovery.hpp"
#include "tests/e2e/faults/touch_ledger.hpp"

#include <future>
#include <iterator>

namespace thimble::e2e {

namespace {

constexpr auto sync_time = 60s; // of a sync action
constexpr auto length_of_hold = 22s;
constexpr auto until_silence = 40s;                          // both ends notice it in time
constexpr auto until_nobody_holds = 3 * length_of_hold + 2s; // which is after the taps have expired

static_assert(3 * length_of_hold > sync_time);

void hold_for_long(const cloud& all, std::size_t phone)
{
    const nlohmann::json body{{"x", 300}, {"y", 150}, {"duration_ms", length_of_hold / 1ms}};
    const auto path = all.path(phone, "/tap-and-hold?async=true");
    REQUIRE(all.api().post(path, body.dump()).status == 200);
}

std::future<asked_tap> tap_beside(const cloud& all, tap_numbers& numbers, std::size_t phone)
{
    return std::async(std::launch::async, [&all, phone, tap = numbers.next()] {
        return ask_for_tap(all, tap, phone, manner::sync);
    });
}

} // namespace

TEST_CASE("a command that expires while the link is down is not made when its turn comes", "[e2e]")
{
    const virtual_phones phones;
    cloud all(phones);
    touch_ledger ledger(all);
    tap_numbers numbers;
    for (int i = 0; i < 3; ++i)
        hold_for_long(all, 0);
    std::vector<std::future<asked_tap>> waiting;
    for (int i = 0; i < 4; ++i)
        waiting.push_back(tap_beside(all, numbers, 0));
    const auto began = steady::now();
    all.clock_of_daemon().step_to(-std::chrono::hours(1)); // expiry has nothing to do with it
    std::this_thread::sleep_until(began + until_silence);
    all.network().half_open();
    std::this_thread::sleep_until(began + until_nobody_holds);
    all.network().pass();

    auto after = until_whole(all, numbers);
    std::vector<asked_tap> asked;
    for (auto& each : waiting) {
        asked.push_back(each.get());
        INFO(asked.back().answer);
        CHECK(asked.back().status == 408);
    }
    std::ranges::move(after.taps, std::back_inserter(asked));
    CHECK(still_open(all).empty());
    for (const auto& each : ledger.settle(std::move(asked)))
        FAIL_CHECK(each);
    CHECK(phones.at(0).fingers_down().size() == 4); // of three holds, and of the tap afterwards
}

} // namespace thimble::e2e
