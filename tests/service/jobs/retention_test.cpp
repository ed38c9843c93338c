// Retention of jobs, by age and number.
#include "service/jobs/recovery.hpp"
#include "tests/service/jobs/kept_jobs.hpp"

namespace thimble::service::test {

namespace asio = boost::asio;
using namespace std::chrono_literals;

TEST_CASE("jobs are kept for seven days", "[service][store]")
{
    kept_jobs in(no_memory());
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        const auto old = co_await kept.add_ended(now - 24h * 7 - 1min);
        const auto recent = co_await kept.add_ended(now - 24h * 7 + 1min);
        CHECK(co_await kept.all.find(kept_jobs::account_id, old));
        co_await kept.all.prune(now);
        CHECK_FALSE(co_await kept.all.find(kept_jobs::account_id, old));
        CHECK(co_await kept.all.find(kept_jobs::account_id, recent));
    }(in));
}

TEST_CASE("more jobs than the store takes push out the oldest", "[service][store]")
{
    auto few = no_memory();
    few.stored_jobs = 600;
    kept_jobs in(few);
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        std::string last;
        for (int each = 0; each < 700; ++each)
            last = co_await kept.add_ended(now - 1h);
        co_await kept.all.prune(now);
        CHECK(co_await kept.store.read(store::count_jobs) == 600);
        CHECK(co_await kept.all.find(kept_jobs::account_id, last));
    }(in));
}

TEST_CASE("an account with many jobs does not push out those of another", "[service][store]")
{
    auto few = no_memory();
    few.stored_jobs = 60;
    kept_jobs in(few);
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        // Their oldest are the oldest of all; one comes before it in every list, one behind.
        std::vector<std::pair<std::string, std::string>> of_others;
        for (const std::string other : {"0-before", "behind"})
            for (int each = 0; each < 5; ++each)
                of_others.emplace_back(other, co_await kept.add_ended(now - 3h, other));
        std::vector<std::string> own;
        for (int each = 0; each < 70; ++each)
            own.push_back(co_await kept.add_ended(now - 1h));
        co_await kept.all.prune(now);
        for (const auto& [other, id] : of_others)
            CHECK(co_await kept.all.find(other, id));
        CHECK(co_await kept.store.read(store::count_jobs) == 60);
        CHECK_FALSE(co_await kept.all.find(kept_jobs::account_id, own.at(19)));
        CHECK(co_await kept.all.find(kept_jobs::account_id, own.at(20)));
    }(in));
}

TEST_CASE("a job that has not ended is kept however old it is", "[service][store]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        const auto open = kept.make(now - 24h * 30);
        CHECK(co_await kept.all.record(open));
        co_await kept.all.prune(now);
        CHECK(co_await kept.store.read(store::count_jobs) == 1);
    }(in));
}

TEST_CASE("a job of another account is not found", "[service][store]")
{
    kept_jobs in(no_memory());
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto id = co_await kept.add_ended(job::clock::now());
        CHECK(co_await kept.all.find(kept_jobs::account_id, id));
        CHECK_FALSE(co_await kept.all.find("another", id));
        const auto own = co_await kept.all.list({.account_id = kept_jobs::account_id});
        CHECK(own.jobs.size() == 1);
        const auto page = co_await kept.all.list({.account_id = "another"});
        CHECK(page.jobs.empty());
    }(in));
}

TEST_CASE("what no desktop comes back for is lost", "[service][store]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        CHECK(co_await kept.all.record(kept.make(job::clock::now())));
        const auto rows = kept.file.run(store::unsettled_jobs);
        jobs after_restart(kept.context.get_executor(), kept.store, kept.pictures, job_limits{},
                           silent());
        after_restart.restore(*rows);
        const auto cut_off = after_restart.recovered();
        REQUIRE(cut_off.size() == 1);
        recovery open_ends(kept.context.get_executor(), after_restart, silent());
        open_ends.give_up();
        CHECK(cut_off.front()->status() == job_status::failed);
        CHECK(cut_off.front()->result().failure->code == "JOB_LOST");
        CHECK(after_restart.recovered().empty());
        co_await after_restart.close();
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
    }(in));
}

} // namespace thimble::service::test
