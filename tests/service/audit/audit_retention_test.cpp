// The audit log in the store: its order, its limits of age and number, a store that fails.
#include "service/audit/audit_log.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"

#include <spdlog/sinks/null_sink.h>

namespace thimble::service::test {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto one_account = "7d2a3bb0-51f5-4f0c-9d5e-3b0c53b1a001";
constexpr auto other_account = "7d2a3bb0-51f5-4f0c-9d5e-3b0c53b1a002";

/// More than are written at once.
constexpr std::size_t many = 1'234;

std::shared_ptr<spdlog::logger> silent_log()
{
    return std::make_shared<spdlog::logger>("audit",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

audit_entry some_entry(const std::string& account_id, const std::string& target)
{
    audit_entry out;
    out.account_id = account_id;
    out.who = {.kind = actor_kind::key, .id = "a key", .name = "ci"};
    out.action = "POST /v1/phones/{phone_id}/home";
    out.phone_id = "a phone";
    out.target = target;
    out.status = 200;
    out.outcome = "done";
    return out;
}

struct kept_audit {
    explicit kept_audit(audit_limits granted = {})
        : log(context.get_executor(), store, granted, silent_log())
    {
    }

    /// One of a former time.
    asio::awaitable<void> add(std::string account_id, audit_entry::clock::time_point at)
    {
        auto one = some_entry(account_id, "old");
        one.at = at;
        one.id = ids.next(at);
        co_await store.write([one](store::transaction& on) { insert_audit_entry(on, one); });
    }

    asio::awaitable<std::size_t> count(std::string account_id)
    {
        const auto all = co_await log.after(std::move(account_id), {}, 10'000);
        REQUIRE(all);
        co_return all->size();
    }

    e2e::temporary_directory folder;
    store::database_file file =
        store::database_file::open(store::test::store_in(folder.path())).value();
    asio::io_context context;
    store::threaded_database store{context.get_executor(), file, {}, silent_log()};
    ordered_uuids ids;
    audit_log log;
};

} // namespace

TEST_CASE("what was noted is read back, the newest first or the oldest", "[service][store]")
{
    kept_audit in;
    tests::run(in.context, [](kept_audit& kept) -> asio::awaitable<void> {
        for (const auto* each : {"one", "two", "three"})
            kept.log.note(some_entry(one_account, each));
        kept.log.note(some_entry(other_account, "foreign"));
        const auto newest = co_await kept.log.newest({.account_id = one_account, .limit = 2});
        REQUIRE(newest);
        REQUIRE(newest->size() == 2);
        CHECK(newest->at(0).target == "three");
        CHECK(newest->at(1).target == "two");
        const auto before = co_await kept.log.newest(
            {.account_id = one_account, .before = newest->at(1).id, .limit = 2});
        REQUIRE(before);
        REQUIRE(before->size() == 1);
        auto expected = some_entry(one_account, "one");
        expected.id = before->at(0).id;
        expected.at = before->at(0).at;
        CHECK(before->at(0) == expected);
        const auto behind = co_await kept.log.after(one_account, before->at(0).id, 10);
        REQUIRE(behind);
        REQUIRE(behind->size() == 2);
        CHECK(behind->at(0).target == "two");
        const auto of_nobody =
            co_await kept.log.newest({.account_id = one_account, .actor_id = "another key"});
        CHECK(of_nobody->empty());
        const auto of_phone =
            co_await kept.log.newest({.account_id = one_account, .phone_id = "a phone"});
        CHECK(of_phone->size() == 3);
    }(in));
}

TEST_CASE("many entries are read back in order", "[service][store]")
{
    kept_audit in;
    tests::run(in.context, [](kept_audit& kept) -> asio::awaitable<void> {
        for (std::size_t each = 0; each < many; ++each)
            kept.log.note(some_entry(one_account, std::to_string(each)));
        const auto all = co_await kept.log.after(one_account, {}, 10'000);
        REQUIRE(all);
        REQUIRE(all->size() == many);
        for (std::size_t each = 0; each < many; ++each)
            CHECK(all->at(each).target == std::to_string(each));
    }(in));
}

TEST_CASE("entries are kept for their time", "[service][store]")
{
    kept_audit in;
    tests::run(in.context, [](kept_audit& kept) -> asio::awaitable<void> {
        const auto now = audit_entry::clock::now();
        const auto age = audit_retention().age;
        for (int each = 0; each < 3; ++each)
            co_await kept.add(one_account, now - age - 1min);
        co_await kept.add(one_account, now - age + 1min);
        CHECK(co_await kept.count(one_account) == 4);
        co_await kept.log.prune(now);
        CHECK(co_await kept.count(one_account) == 1);
    }(in));
}

TEST_CASE("too many entries push out the oldest, and none of an account that has few",
          "[service][store]")
{
    audit_limits few;
    few.kept.entries = 60;
    kept_audit in(few);
    tests::run(in.context, [](kept_audit& kept) -> asio::awaitable<void> {
        const auto now = audit_entry::clock::now();
        for (int each = 0; each < 5; ++each)
            co_await kept.add(other_account, now - 3h);
        for (int each = 0; each < 80; ++each)
            co_await kept.add(one_account, now - 1h);
        co_await kept.log.prune(now);
        CHECK(co_await kept.count(other_account) == 5);
        CHECK(co_await kept.count(one_account) == 55);
    }(in));
}

TEST_CASE("what was noted last is written before the log is closed", "[service][store]")
{
    audit_limits slow;
    slow.delay = 1h;
    kept_audit in(slow);
    tests::run(in.context, [](kept_audit& kept) -> asio::awaitable<void> {
        kept.log.note(some_entry(one_account, "last"));
        co_await kept.log.close();
        const auto rows = co_await kept.store.read(
            [](store::transaction& on) { return audit_entries_after(on, one_account, "", 10); });
        REQUIRE(rows);
        CHECK(rows->size() == 1);
    }(in));
}

} // namespace thimble::service::test
