// Duration of a sign-in.
#include "service/accounts/accounts.hpp"
#include "service/accounts/sign_ins.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/wait_for.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"

#include <spdlog/sinks/null_sink.h>

#include <memory>

namespace thimble::service::test {

using namespace std::chrono_literals;

namespace {

struct with_sign_ins {
    template <class Value>
    Value wait_for(boost::asio::awaitable<Value> work)
    {
        return tests::wait_for(context, std::move(work));
    }

    sign_ins::begun begin(const std::string& account, sign_ins::clock::time_point now)
    {
        const auto always = [](store::transaction&) { return true; };
        return wait_for(known.begin(account, always, now)).value().value();
    }

    std::vector<sign_in_row> stored() { return wait_for(store.read(all_sign_ins)).value(); }

    e2e::temporary_directory folder;
    boost::asio::io_context context;
    store::threaded_database store{
        context.get_executor(),
        store::database_file::open(store::test::store_in(folder.path())).value(),
        {},
        std::make_shared<spdlog::logger>("store", std::make_shared<spdlog::sinks::null_sink_mt>())};
    sign_ins known{store};
    sign_ins::clock::time_point start =
        std::chrono::floor<std::chrono::milliseconds>(sign_ins::clock::now());
};

} // namespace

TEST_CASE("a sign-in that is not used ends after seven days", "[sign_in][store]")
{
    with_sign_ins in;
    const auto made = in.begin("ada", in.start);
    CHECK(in.known.find(made.token, in.start + longest_idle_sign_in - 1s)->account_id == "ada");
    CHECK(in.known.find(made.token, in.start + 2 * longest_idle_sign_in - 2s));
    CHECK_FALSE(in.known.find(made.token, in.start + 3 * longest_idle_sign_in));
    CHECK_FALSE(in.known.stands(made.row.id, in.start + 3 * longest_idle_sign_in));
}

TEST_CASE("a sign-in that is used ends after thirty days", "[sign_in][store]")
{
    with_sign_ins in;
    const auto made = in.begin("ada", in.start);
    for (auto day = 24h; day < longest_sign_in; day += 24h)
        CHECK(in.known.find(made.token, in.start + day));
    CHECK_FALSE(in.known.find(made.token, in.start + longest_sign_in));
}

TEST_CASE("what the store has goes on as it was", "[sign_in][store]")
{
    with_sign_ins in;
    const auto made = in.begin("ada", in.start);
    CHECK(in.known.find(made.token, in.start + 48h));
    const auto rows = in.stored(); // after the use, which is written behind
    REQUIRE(rows.size() == 1);
    CHECK(rows.front().hash == made.row.hash);
    CHECK(rows.front().hash.find(made.token) == std::string::npos);
    in.wait_for([](store::database& from) -> boost::asio::awaitable<bool> {
        co_await from.written();
        co_return true;
    }(in.store));
    sign_ins later(in.store);
    later.assign(in.stored());
    CHECK(later.find(made.token, in.start + 48h + longest_idle_sign_in - 1s));
    CHECK_FALSE(later.find("ts_other", in.start));
}

TEST_CASE("an account that is gone has nobody signed in", "[sign_in][store]")
{
    with_sign_ins in;
    const account_row ada{.id = "ada",
                          .name = "ada",
                          .state = subscription::active,
                          .minutes = std::nullopt,
                          .overage_price = std::nullopt,
                          .created_at = in.start};
    REQUIRE(in.wait_for(in.store.write([ada](store::transaction& on) {
        insert_account(on, ada);
        return true;
    })));
    const auto made = in.begin("ada", sign_ins::clock::now());
    accounts owners(in.store, std::nullopt);
    REQUIRE(in.wait_for(owners.reload()));
    http::request asked;
    asked.head.method(boost::beast::http::verb::get);
    asked.head.set("Host", "localhost");
    asked.head.set("Cookie", "thimble=" + made.token);
    const auto who = owners.authenticate(asked);
    REQUIRE(who);
    CHECK(owners.standing_of(*who));
    REQUIRE(in.wait_for(in.store.write([](store::transaction& on) {
        on.execute("DELETE FROM accounts WHERE id = :id", "ada");
        return true;
    })));
    REQUIRE(in.wait_for(owners.reload()));
    CHECK(owners.authenticate(asked).error().code == "AUTH_REQUIRED");
    CHECK_FALSE(owners.standing_of(*who));
}

TEST_CASE("those that are over are forgotten", "[sign_in][store]")
{
    with_sign_ins in;
    in.begin("ada", in.start - longest_sign_in);
    const auto staying = in.begin("ada", in.start);
    CHECK(in.wait_for(in.known.prune(in.start)));
    CHECK_FALSE(in.wait_for(in.known.prune(in.start)));
    REQUIRE(in.stored().size() == 1);
    CHECK(in.stored().front().id == staying.row.id);
}

TEST_CASE("an account has a hundred at most, and the oldest give way", "[sign_in][store]")
{
    with_sign_ins in;
    const auto oldest = in.begin("ada", in.start);
    const auto others = in.begin("bob", in.start);
    for (std::size_t more = 1; more < most_sign_ins_of_an_account; ++more)
        in.begin("ada", in.start + std::chrono::seconds(more));
    CHECK(in.known.find(oldest.token, in.start + 1h));
    in.begin("ada", in.start + 1h);
    CHECK_FALSE(in.known.find(oldest.token, in.start + 1h));
    CHECK(in.known.find(others.token, in.start + 1h));
    CHECK(in.stored().size() == most_sign_ins_of_an_account + 1);
}

TEST_CASE("who watches hears when the oldest sign-in gives way", "[sign_in][store]")
{
    with_sign_ins in;
    accounts owners(in.store, "tk_local");
    const auto sign_in = [&] {
        const auto made = in.wait_for(owners.sign_in_locally()).value();
        auto who = local_account();
        who.sign_in_id = made.row.id;
        return who;
    };
    const auto oldest = sign_in();
    bool told = false;
    owners.when_changed([&] { told = told || !owners.standing_of(oldest); });
    for (std::size_t more = 1; more < most_sign_ins_of_an_account; ++more)
        sign_in();
    CHECK(owners.standing_of(oldest));
    CHECK_FALSE(told);
    sign_in();
    CHECK(told);
}

TEST_CASE("nothing begins where what was checked does not hold any more", "[sign_in][store]")
{
    with_sign_ins in;
    const auto never = [](store::transaction&) { return false; };
    const auto none = in.wait_for(in.known.begin("ada", never, in.start));
    REQUIRE(none);
    CHECK_FALSE(*none);
    CHECK(in.stored().empty());
}

} // namespace thimble::service::test
