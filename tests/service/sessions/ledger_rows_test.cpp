// Costs of sessions, in the store.
#include "tests/service/sessions/kept_sessions.hpp"

#include <limits>

namespace thimble::service::sessions::test {

namespace {

using namespace std::chrono_literals;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::November;

constexpr month this_month = 2026y / November;

/// One that ran for so long and has ended.
facts ran_for(std::string id, milliseconds lasted)
{
    auto out = facts_of(std::move(id));
    out.now = status::completed;
    out.started_at = noon();
    out.completed_at = noon() + lasted;
    return out;
}

void bill_in(kept_sessions& in, const facts& what)
{
    in.run([&](store::transaction& on) { bill(on, what); });
}

plan plan_in(kept_sessions& in, std::string_view account)
{
    return in.run([&](store::transaction& on) { return plan_of(on, account); });
}

/// "one included 60000 0".
std::vector<std::string> ledger_lines(kept_sessions& in)
{
    std::vector<std::string> out;
    for (const auto& each : in.ledger(this_month))
        out.push_back(each.session_id + " " + std::string(to_string(each.kind)) + " " +
                      std::to_string(each.lasted().count()) + " " + std::to_string(each.amount));
    return out;
}

} // namespace

TEST_CASE("the plan is what the account has agreed to", "[sessions]")
{
    kept_sessions in;
    CHECK_FALSE(plan_in(in, "local").minutes);
    in.agree(100, "0.05");
    CHECK(plan_in(in, "account").minutes == 100);
    CHECK(plan_in(in, "account").overage_price == 50'000);
}

TEST_CASE("what a model has cost without a session is one row of an account's month", "[sessions]")
{
    kept_sessions in;
    for (const std::int64_t cost : {30, 12})
        in.run([&](store::transaction& on) { add_model_cost(on, "account", this_month, cost); });
    in.run([&](store::transaction& on) { add_model_cost(on, "other", this_month, 5); });
    CHECK(ledger_lines(in) == std::vector<std::string>{"account model 0 42"});
}

TEST_CASE("more minutes than there will be are no limit", "[sessions]")
{
    kept_sessions in;
    in.agree(std::numeric_limits<std::int64_t>::max(), std::nullopt);
    CHECK_FALSE(plan_in(in, "account").minutes);
    CHECK_FALSE(plan_in(in, "account").overage_price);
}

TEST_CASE("sessions use up the plan one after the other", "[sessions]")
{
    kept_sessions in;
    in.agree(10, "0.06");
    bill_in(in, ran_for("one", minutes(6)));
    bill_in(in, ran_for("two", minutes(6)));
    bill_in(in, ran_for("three", minutes(1)));
    CHECK(ledger_lines(in) ==
          std::vector<std::string>{"one included 360000 0", "three overage 60000 60000",
                                   "two included 240000 0", "two overage 120000 120000"});
    const auto sum = usage_of(this_month, in.ledger(this_month));
    CHECK(sum.used == minutes(13));
    CHECK(sum.overage == minutes(3));
    CHECK(sum.overage_cost == 180'000);
}

TEST_CASE("a session is billed once", "[sessions]")
{
    kept_sessions in;
    in.agree(10, "0.06");
    auto one = ran_for("one", minutes(6));
    one.model_cost = {{this_month, 7}};
    bill_in(in, one);
    const auto once = in.ledger(this_month);
    bill_in(in, one);
    CHECK(in.ledger(this_month) == once);
    CHECK(once.size() == 2);
    CHECK(once.back().kind == entry_kind::model);
    CHECK(once.back().amount == 7);
}

TEST_CASE("nothing is billed before the end", "[sessions]")
{
    kept_sessions in;
    auto live = ran_for("one", minutes(6));
    live.completed_at.reset();
    bill_in(in, live);
    CHECK(in.ledger(this_month).empty());
    bill_in(in, ran_for("one", minutes(6)));
    CHECK(in.ledger(this_month).size() == 1);
}

TEST_CASE("an account pays for its own sessions", "[sessions]")
{
    kept_sessions in;
    in.agree(10, "0.06");
    auto theirs = ran_for("theirs", minutes(60));
    theirs.account_id = "another";
    bill_in(in, theirs);
    bill_in(in, ran_for("mine", minutes(10)));
    CHECK(ledger_lines(in) == std::vector<std::string>{"mine included 600000 0"});
}

TEST_CASE("a ledger outlives its sessions", "[sessions]")
{
    kept_sessions in;
    const auto one = ran_for("one", minutes(6));
    in.insert(one);
    bill_in(in, one);
    CHECK(in.run([](store::transaction& on) {
        return forget_sessions(on, noon() + hours(1), 10);
    }) == 1);
    CHECK(in.ledger(this_month).size() == 1);
}

} // namespace thimble::service::sessions::test
