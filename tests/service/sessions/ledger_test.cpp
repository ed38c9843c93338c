// Minutes and money: months, plans, prices, usage.
#include "service/sessions/ledger.hpp"
#include "service/sessions/usage_record.hpp"
#include "tests/catch2.hpp"
#include "tests/service/sessions/begun_session.hpp"
#include "text/money.hpp"

#include <cmath>
#include <rapidcheck.h>

namespace thimble::service::sessions::test {

namespace {

using namespace std::chrono_literals;
using std::chrono::days;
using std::chrono::December;
using std::chrono::hours;
using std::chrono::January;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::November;
using std::chrono::October;
using std::chrono::seconds;

constexpr month november = 2026y / November;
constexpr month december = 2026y / December;

/// Use of a session that ran from then on for so long.
consumption used_from(moment begin, milliseconds lasted)
{
    return {.account_id = "account",
            .session_id = "session",
            .started_at = begin,
            .until = begin + lasted};
}

used_before already(milliseconds before)
{
    return [before](month) { return before; };
}

/// "2026-11 included 60000 0": month, kind, milliseconds, micro-dollars.
std::string lines_of(const std::vector<entry>& entries)
{
    std::string out;
    for (const auto& each : entries)
        out += (out.empty() ? "" : "; ") + to_string(each.in) + " " +
               std::string(to_string(each.kind)) + " " + std::to_string(each.lasted().count()) +
               " " + std::to_string(each.amount);
    return out;
}

} // namespace

TEST_CASE("a price is read exactly", "[sessions]")
{
    CHECK(parse_price("0.05") == 50'000);
    CHECK(parse_price("0") == 0);
    CHECK(parse_price("12") == 12'000'000);
    CHECK(parse_price("1.000001") == 1'000'001);
    CHECK(parse_price("1000000") == 1'000'000'000'000);
    for (const auto* text : {"", ".", ".5", "1.", "-1", "+1", "1,5", "0.0000001", "1000000.000001",
                             "12345678", "1e3", " 1", "0x1", "1.2.3"}) {
        INFO(text);
        CHECK_FALSE(parse_price(text));
    }
    CHECK(to_dollars(50'000) == 0.05);
    CHECK(to_micro_dollars(0.29) == 290'000);
}

TEST_CASE("a month is of the calendar in UTC", "[sessions]")
{
    CHECK(to_string(november) == "2026-11");
    CHECK(parse_month("2026-11") == november);
    CHECK(month_of(begin_of(december)) == december);
    CHECK(month_of(begin_of(december) - milliseconds(1)) == november);
    for (const auto* text : {"", "2026", "2026-13", "2026-00", "2026-1", "26-11", "2026/11",
                             "2026-1x", "1969-12", "2026-11-01", "+026-11"}) {
        INFO(text);
        CHECK_FALSE(parse_month(text));
    }
}

TEST_CASE("time is split at the ends of months, and nothing is lost", "[sessions]")
{
    CHECK(split_at_months(noon(), noon()).empty());
    CHECK(split_at_months(noon(1), noon()).empty());
    const auto spans =
        split_at_months(begin_of(november) - hours(1), begin_of(december) + hours(2));
    REQUIRE(spans.size() == 3);
    CHECK(spans[0].in == 2026y / October);
    CHECK(spans[1].until - spans[1].from == days(30));
    CHECK(spans[2].until - spans[2].from == hours(2));
    REQUIRE(rc::check([] {
        const auto from = noon() + minutes(*rc::gen::inRange(-100'000, 100'000));
        const auto until = from + minutes(*rc::gen::inRange(0, 300'000));
        auto reached = from;
        for (const auto& each : split_at_months(from, until)) {
            RC_ASSERT(each.from == reached);
            RC_ASSERT(each.from < each.until);
            RC_ASSERT(month_of(each.from) == each.in);
            RC_ASSERT(month_of(each.until - milliseconds(1)) == each.in);
            reached = each.until;
        }
        RC_ASSERT(reached == until);
    }));
}

TEST_CASE("the price of a time is rounded once, to the nearest", "[sessions]")
{
    CHECK(price_of(minutes(3), 50'000) == 150'000);
    CHECK(price_of(seconds(1), 50'000) == 833);
    CHECK(price_of(milliseconds(30), 1000) == 1); // half of one
    CHECK(price_of(milliseconds(29), 1000) == 0);
    CHECK(price_of(hours(744), 1'000'000'000'000) == 44'640'000'000'000'000);
    CHECK(price_of(minutes(3), 0) == 0);
}

TEST_CASE("without a limit all time is included", "[sessions]")
{
    CHECK(lines_of(entries_of(used_from(noon(), hours(700)), {}, already(hours(500)))) ==
          "2026-11 included 1339200000 0; 2026-12 included 1180800000 0");
}

TEST_CASE("what exceeds the plan is a row of its own", "[sessions]")
{
    const plan agreed{.minutes = 10, .overage_price = 50'000};
    const auto of = [&](milliseconds lasted, milliseconds before) {
        return lines_of(entries_of(used_from(noon(), lasted), agreed, already(before)));
    };
    CHECK(of(minutes(10), minutes(0)) == "2026-11 included 600000 0");
    CHECK(of(minutes(10) + milliseconds(1), minutes(0)) ==
          "2026-11 included 600000 0; 2026-11 overage 1 1");
    CHECK(of(minutes(4), minutes(8)) == "2026-11 included 120000 0; 2026-11 overage 120000 100000");
    CHECK(of(minutes(4), minutes(10)) == "2026-11 overage 240000 200000");
    CHECK(of(minutes(4), minutes(90)) == "2026-11 overage 240000 200000");
    CHECK(of(minutes(0), minutes(90)).empty());
}

TEST_CASE("the included part of a time comes first", "[sessions]")
{
    const auto rows = entries_of(used_from(noon(), minutes(4)), {.minutes = 1, .overage_price = 7},
                                 already(minutes(0)));
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].from == noon());
    CHECK(rows[0].until == noon(60'000));
    CHECK_FALSE(rows[0].price);
    CHECK(rows[1].from == noon(60'000));
    CHECK(rows[1].until == noon(240'000));
    CHECK(rows[1].price == 7);
}

TEST_CASE("overage that is not sold costs nothing and is told", "[sessions]")
{
    const auto rows =
        entries_of(used_from(noon(), minutes(4)), {.minutes = 1}, already(minutes(0)));
    CHECK(lines_of(rows) == "2026-11 included 60000 0; 2026-11 overage 180000 0");
    CHECK_FALSE(rows[1].price);
}

TEST_CASE("each month has a plan of its own", "[sessions]")
{
    const plan agreed{.minutes = 60, .overage_price = 60'000};
    const auto what = used_from(begin_of(december) - hours(2), hours(3));
    CHECK(
        lines_of(entries_of(what, agreed, already(minutes(0)))) ==
        "2026-11 included 3600000 0; 2026-11 overage 3600000 3600000; 2026-12 included 3600000 0");
}

TEST_CASE("a session that never ran has cost no time, and its model what it has", "[sessions]")
{
    const consumption what{.account_id = "account",
                           .session_id = "session",
                           .started_at = std::nullopt,
                           .until = noon(),
                           .model_cost = {{november, 7}, {december, 8}}};
    CHECK(lines_of(entries_of(what, {.minutes = 0}, already(minutes(0)))) ==
          "2026-11 model 0 7; 2026-12 model 0 8");
}

TEST_CASE("rows explain every millisecond and every micro-dollar", "[sessions]")
{
    REQUIRE(rc::check([] {
        const auto begin = noon() + milliseconds(*rc::gen::inRange(-2'000'000'000, 2'000'000'000));
        const auto lasted = milliseconds(*rc::gen::inRange(0, 2'000'000'000));
        const auto before = milliseconds(*rc::gen::inRange(0, 5'000'000));
        const plan agreed{.minutes = *rc::gen::inRange<std::int64_t>(0, 100),
                          .overage_price = *rc::gen::inRange<std::int64_t>(0, 1'000'000)};
        const auto rows = entries_of(used_from(begin, lasted), agreed, already(before));
        milliseconds sum(0);
        std::map<month, milliseconds> included;
        auto reached = begin;
        for (const auto& each : rows) {
            RC_ASSERT(each.from == reached);
            reached = *each.until;
            sum += each.lasted();
            if (each.kind == entry_kind::included)
                included[each.in] += each.lasted();
            const auto exact = static_cast<double>(each.lasted().count()) *
                               static_cast<double>(*agreed.overage_price) / 60'000;
            if (each.kind == entry_kind::overage)
                RC_ASSERT(std::abs(static_cast<double>(each.amount) - exact) <= 0.5);
        }
        RC_ASSERT(sum == lasted);
        for (const auto& [in, time] : included)
            RC_ASSERT(time + before <= minutes(*agreed.minutes));
    }));
}

TEST_CASE("a month's usage is the sum of its rows", "[sessions]")
{
    const plan agreed{.minutes = 60, .overage_price = 60'000};
    auto what = used_from(begin_of(december) - hours(2), hours(3));
    what.model_cost = {{november, 1'234'567}, {december, 5}};
    const auto rows = entries_of(what, agreed, already(minutes(0)));
    CHECK(usage_record(usage_of(november, rows), agreed).dump() ==
          R"({"month":"2026-11","minutes_used":120.0,"minutes_included":60,)"
          R"("minutes_overage":60.0,"overage_cost_usd":3.6,"model_cost_usd":1.234567})");
    CHECK(usage_record(usage_of(december, rows), {}).dump() ==
          R"({"month":"2026-12","minutes_used":60.0,"minutes_included":null,)"
          R"("minutes_overage":0.0,"overage_cost_usd":0.0,"model_cost_usd":5e-06})");
    CHECK(usage_of(2027y / January, rows).used.count() == 0);
}

TEST_CASE("minutes are used up when none is left and none is sold", "[sessions]")
{
    const usage now{.in = november, .used = minutes(60)};
    CHECK(is_used_up(now, {.minutes = 60}));
    CHECK_FALSE(is_used_up(now, {.minutes = 61}));
    CHECK_FALSE(is_used_up(now, {.minutes = 60, .overage_price = 1}));
    CHECK_FALSE(is_used_up(now, {}));
}

} // namespace thimble::service::sessions::test
