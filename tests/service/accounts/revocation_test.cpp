// Revoked keys open nothing, also while the store is late or refuses.
#include "service/accounts/accounts.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/desktops/desktops_fixture.hpp"

#include <ctime>

namespace thimble::service::test {

namespace {

struct with_owners : with_desktops {
    with_owners() { owners.assign(behind_its_back(read_accounts)); }

    /// A key's text and row.
    accounts::made_key make(const std::string& by = {})
    {
        auto who = local_account();
        who.key_id = by;
        return wait_for(owners.make_key(who, "one")).value();
    }

    bool opens(const accounts::made_key& key)
    {
        http::request asked;
        asked.head.set("X-API-Key", key.key);
        return owners.authenticate(asked).has_value();
    }

    result<void> revoke(const std::string& id)
    {
        return wait_for(owners.revoke_key(local_account(), id));
    }

    /// The store refuses to remove anything from the table.
    void let_fail(const std::string& table)
    {
        behind_its_back([&](store::transaction& on) {
            on.execute("CREATE TRIGGER stuck BEFORE DELETE ON " + table +
                       " BEGIN SELECT RAISE(ABORT, 'stuck'); END");
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

    void keep_up()
    {
        wait_for([](with_owners& in) -> boost::asio::awaitable<bool> {
            co_await in.owners.prune(accounts::clock::now());
            co_await in.known.write_revocations();
            co_return true;
        }(*this));
    }

    accounts owners{store, "tk_local"};
};

} // namespace

TEST_CASE("a revoked key opens nothing while the store refuses, and is written later", "[service]")
{
    with_owners on;
    const auto parent = on.make();
    const auto child = on.make(parent.row.id);
    on.let_fail("api_keys");
    CHECK(on.revoke(parent.row.id).error().code == "INTERNAL_ERROR");
    CHECK_FALSE(on.opens(parent));
    CHECK_FALSE(on.opens(child));
    CHECK(on.wait_for(on.owners.reload())); // which reads both
    CHECK_FALSE(on.opens(parent));
    CHECK_FALSE(on.opens(child));
    CHECK(on.revoke(parent.row.id).error().code == "INTERNAL_ERROR");
    on.let_work();
    on.keep_up();
    CHECK(on.behind_its_back(all_keys).empty());
    CHECK(on.revoke(parent.row.id).error().code == "KEY_NOT_FOUND");
}

TEST_CASE("a revoked desktop stays out while the store refuses, and is written later", "[service]")
{
    with_owners on;
    const auto desk = on.enrol();
    on.let_fail("desktops");
    const auto revoke = [&] { return on.wait_for(on.known.revoke(adas_account, desk.id)); };
    CHECK(revoke().error().code == "INTERNAL_ERROR");
    CHECK_FALSE(on.find(desk));
    CHECK(on.wait_for(on.known.reload()));
    CHECK_FALSE(on.find(desk));
    CHECK_FALSE(on.known.admit(desk));
    on.let_work();
    on.keep_up();
    CHECK(on.behind_its_back(all_desktops).empty());
    CHECK(revoke().error().code == "DESKTOP_NOT_FOUND");
}

TEST_CASE("a browser that signs out is out while the store refuses", "[service]")
{
    with_owners on;
    const auto begun = on.wait_for(on.owners.sign_in_locally()).value();
    auto who = local_account();
    who.sign_in_id = begun.row.id;
    on.let_fail("sign_ins");
    CHECK(on.wait_for(on.owners.sign_out(who)).error().code == "INTERNAL_ERROR");
    CHECK_FALSE(on.owners.standing_of(who));
    CHECK(on.wait_for(on.owners.reload()));
    CHECK_FALSE(on.owners.standing_of(who));
    on.let_work();
    on.keep_up();
    CHECK(on.behind_its_back(all_sign_ins).empty());
}

TEST_CASE("an account has a thousand keys at most", "[service]")
{
    with_owners on;
    for (std::size_t each = 0; each < most_keys_of_an_account; ++each)
        on.make();
    const auto refused = on.wait_for(on.owners.make_key(local_account(), "one"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "INVALID_ARGUMENT");
    CHECK(refused.error().context.at("reason") == "too_many");
}

TEST_CASE("a key that has made very many is revoked in no time", "[service]")
{
    with_owners on;
    const auto parent = on.make();
    for (int batch = 0; batch < 20; ++batch) // each within the store's time for one call
        on.behind_its_back([row = parent.row](store::transaction& to) mutable {
            row.made_by = row.id;
            for (int each = 0; each < 500; ++each) {
                row.id = random_uuid();
                row.hash = to_text(digest_of(row.id));
                insert_key(to, row);
            }
            return true;
        });
    REQUIRE(on.wait_for(on.owners.reload()));
    const auto began = std::clock();
    REQUIRE(on.revoke(parent.row.id));
    CHECK(std::clock() - began < 2 * CLOCKS_PER_SEC * e2e::slowdown()); // row by row it is five
    CHECK(on.behind_its_back(all_keys).empty());
}

} // namespace thimble::service::test
