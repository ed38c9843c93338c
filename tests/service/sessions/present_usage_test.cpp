// Use of an account, sessions that have not ended among it.
#include "service/sessions/present_usage.hpp"
#include "tests/catch2.hpp"
#include "tests/service/sessions/begun_session.hpp"

#include <ctime>

namespace thimble::service::sessions::test {

namespace {

using namespace std::chrono_literals;

const month month_of_use = month_of(noon());
constexpr plan two_minutes{.minutes = 2, .overage_price = 60'000};

facts live_since(std::string id, moment start)
{
    auto out = facts_of(std::move(id));
    out.now = status::running;
    out.started_at = start;
    return out;
}

/// A minute that is in the ledger.
entry billed_minute(std::string session_id)
{
    return {.account_id = "account",
            .session_id = std::move(session_id),
            .in = month_of_use,
            .kind = entry_kind::included,
            .from = noon(),
            .until = noon() + 1min,
            .price = std::nullopt,
            .amount = 0};
}

} // namespace

TEST_CASE("live sessions use what the billed ones have left, and then what is sold", "[sessions]")
{
    const auto now = noon() + 10min;
    const auto used =
        present_usage(month_of_use, {billed_minute("a")},
                      {live_since("b", now - 30s), live_since("c", now - 2min)}, two_minutes, now);
    CHECK(used.used == 3min + 30s);
    CHECK(used.overage == 90s);
    CHECK(used.overage_cost == 90'000);
}

TEST_CASE("a session that was billed meanwhile counts once", "[sessions]")
{
    const auto used = present_usage(month_of_use, {billed_minute("a")}, {live_since("a", noon())},
                                    two_minutes, noon() + 5min);
    CHECK(used.used == 1min);
}

TEST_CASE("very many sessions of a month are counted in a moment", "[sessions]")
{
    const std::string common(30, 'a'); // ids that are told apart at their end
    std::vector<entry> billed;
    for (int each = 0; each < 20'000; ++each)
        billed.push_back(billed_minute(common + std::to_string(100'000 + each)));
    std::vector<facts> live;
    for (int each = 0; each < 5'000; ++each)
        live.push_back(live_since(common + std::to_string(200'000 + each), noon()));
    const auto time_of_thread = [] {
        timespec now{};
        REQUIRE(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    const auto before = time_of_thread();
    const auto used = present_usage(month_of_use, std::move(billed), live, {}, noon() + 1min);
    CHECK(time_of_thread() - before < 500ms); // some twenty are usual
    CHECK(used.used == 25'000min);
}

TEST_CASE("of a session that has lasted beyond the month its part counts", "[sessions]")
{
    const auto month_after = month_of_use + std::chrono::months(1);
    const auto midnight = begin_of(month_after);
    const std::vector live{live_since("a", midnight - 3min)};
    CHECK(present_usage(month_of_use, {}, live, {}, midnight + 1min).used == 3min);
    CHECK(present_usage(month_after, {}, live, {}, midnight + 1min).used == 1min);
    CHECK(present_usage(month_after, {}, {facts_of("not begun")}, {}, midnight).used == 0min);
}

} // namespace thimble::service::sessions::test
