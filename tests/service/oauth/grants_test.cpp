// Grants and their tokens over a store that forgets nothing, or refuses.
#include "service/oauth/grants.hpp"
#include "tests/service/desktops/desktops_fixture.hpp"
#include "tests/service/jobs/kept_jobs.hpp"

namespace thimble::service::oauth::test {

using namespace std::chrono_literals;
using service::test::adas_account;
using service::test::bobs_account;

namespace {

struct with_grants : service::test::with_desktops {
    outcome<grants::made_grant> try_to_make(const std::string& account = adas_account)
    {
        grants::approval what{.account_id = account,
                              .approved_by = std::nullopt,
                              .client_id = "client",
                              .client_name = "A program",
                              .audience = "http://localhost/mcp",
                              .rights = {.scopes = {scope::read}, .phones = {{"phone"}}},
                              .time = 24h};
        return wait_for(granted.make(std::move(what), now));
    }

    grants::made_grant make(const std::string& account = adas_account)
    {
        return try_to_make(account).value();
    }

    outcome<tokens> refresh(const std::string& token, const std::string& client = "client")
    {
        return wait_for(granted.refresh(token, client, now));
    }

    bool end(const std::string& id) { return wait_for(granted.end(id)).has_value(); }

    bool opens(const std::string& token) { return granted.find(token, now) != nullptr; }

    /// As another run of the service finds them.
    void restart() { granted.assign(behind_its_back(all_grants)); }

    void keep_up(std::function<bool(const grant&)> gone = [](const grant&) { return false; })
    {
        wait_for([](with_grants& in,
                    std::function<bool(const grant&)> which) -> boost::asio::awaitable<bool> {
            co_await in.granted.prune(in.now, std::move(which));
            co_return true;
        }(*this, std::move(gone)));
    }

    void let_fail(const std::string& how)
    {
        behind_its_back([how](store::transaction& on) {
            on.execute("CREATE TRIGGER stuck BEFORE " + how +
                       " ON oauth_grants BEGIN SELECT RAISE(ABORT, 'stuck'); END");
            return true;
        });
    }

    void let_work()
    {
        behind_its_back([](store::transaction& on) {
            on.execute("DROP TRIGGER stuck");
            return true;
        });
    }

    grants::clock::time_point now = grants::clock::now();
    service::test::late_database kept{store};
    grants granted{kept, grant_limits{.of_account = 3}};
};

} // namespace

TEST_CASE("the store has hashes alone, and they open the same after a restart", "[oauth][store]")
{
    with_grants on;
    const auto made = on.make();
    const auto rows = on.behind_its_back(all_grants);
    REQUIRE(rows.size() == 1);
    for (const auto& hash : {rows[0].access_hash, rows[0].family_hash, rows[0].refresh_hash}) {
        CHECK(hash.size() == 64);
        CHECK(made.tokens.access.find(hash) == std::string::npos);
    }
    on.restart();
    CHECK(on.opens(made.tokens.access));
    const auto* const found = on.granted.find(made.tokens.access, on.now);
    REQUIRE(found != nullptr);
    CHECK(found->account_id == adas_account);
    CHECK(found->rights == access_rights{.scopes = {scope::read}, .phones = {{"phone"}}});
    CHECK(on.refresh(made.tokens.refresh));
    on.restart();
    CHECK_FALSE(on.opens(made.tokens.access));
}

TEST_CASE("a stolen refresh token is noticed after a restart, too", "[oauth][store]")
{
    with_grants on;
    const auto made = on.make();
    const auto next = on.refresh(made.tokens.refresh);
    REQUIRE(next);
    on.restart();
    CHECK(on.refresh(made.tokens.refresh).error().code == "invalid_grant");
    CHECK_FALSE(on.opens(next->access));
    CHECK(on.behind_its_back(all_grants).empty());
}

TEST_CASE("times end tokens and grants", "[oauth][store]")
{
    with_grants on;
    const auto made = on.make();
    on.now += 59min;
    CHECK(on.opens(made.tokens.access));
    on.now += 2min;
    CHECK_FALSE(on.opens(made.tokens.access));
    CHECK(on.granted.stands(made.id, on.now));
    on.now += 23h;
    CHECK_FALSE(on.granted.stands(made.id, on.now));
    CHECK(on.refresh(made.tokens.refresh).error().code == "invalid_grant");
    on.keep_up();
    CHECK(on.behind_its_back(all_grants).empty());
}

TEST_CASE("the last access token ends no later than its grant", "[oauth][store]")
{
    with_grants on;
    const auto made = on.make();
    on.now += 23h + 30min;
    const auto last = on.refresh(made.tokens.refresh);
    REQUIRE(last);
    CHECK(last->expires_in == 30min);
}

TEST_CASE("what has ended opens nothing while the store refuses, and is written later", "[oauth]")
{
    with_grants on;
    const auto made = on.make();
    int gone = 0;
    int removed = 0;
    on.granted.when_gone([&gone] { ++gone; });
    on.granted.when_removed([&removed] { ++removed; });
    on.let_fail("DELETE");
    CHECK_FALSE(on.end(made.id));
    CHECK_FALSE(on.opens(made.tokens.access));
    CHECK(gone == 1);
    CHECK(removed == 0); // another node that reads finds it
    on.restart();        // which reads it
    CHECK_FALSE(on.opens(made.tokens.access));
    on.let_work();
    on.keep_up();
    CHECK(on.behind_its_back(all_grants).empty());
    CHECK(removed == 1);
}

TEST_CASE("a refresh that cannot be written down is none", "[oauth]")
{
    with_grants on;
    const auto made = on.make();
    on.let_fail("UPDATE");
    CHECK(on.refresh(made.tokens.refresh).error().code == "temporarily_unavailable");
    on.let_work();
    CHECK(on.opens(made.tokens.access));
    CHECK(on.refresh(made.tokens.refresh));
}

TEST_CASE("what is written down too late is undone before a restart finds it", "[oauth][store]")
{
    with_grants on;
    const auto made = on.make();
    on.kept.late = true;
    CHECK(on.refresh(made.tokens.refresh).error().code == "temporarily_unavailable");
    CHECK(on.try_to_make().error().code == "temporarily_unavailable");
    on.kept.late = false;
    on.restart();
    CHECK(on.granted.of(adas_account).size() == 1);
    CHECK(on.opens(made.tokens.access));
    CHECK(on.refresh(made.tokens.refresh));
}

TEST_CASE("of too many programs of an account the oldest gives way", "[oauth][store]")
{
    with_grants on;
    const auto oldest = on.make();
    for (int each = 0; each < 2; ++each) {
        on.now += 1s;
        on.make();
    }
    const auto others = on.make(bobs_account);
    on.now += 1s;
    const auto newest = on.make();
    CHECK_FALSE(on.opens(oldest.tokens.access));
    CHECK(on.opens(newest.tokens.access));
    CHECK(on.opens(others.tokens.access));
    CHECK(on.granted.of(adas_account).size() == 3);
    CHECK(on.behind_its_back(all_grants).size() == 4);
}

TEST_CASE("whose account or key has gone is let in no more", "[oauth][store]")
{
    with_grants on;
    const auto made = on.make();
    const auto others = on.make(bobs_account);
    on.keep_up([](const grant& each) { return each.account_id == adas_account; });
    CHECK_FALSE(on.opens(made.tokens.access));
    CHECK(on.opens(others.tokens.access));
}

} // namespace thimble::service::oauth::test
