// How long jobs are kept, and how many.
#include "service/jobs.hpp"
#include "service/recovery.hpp"
#include "service/uuid.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <spdlog/sinks/null_sink.h>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

const std::string account_id = "47cb85d4-03d8-4e18-ac2e-324f5ef0d10f";

std::shared_ptr<spdlog::logger> silent()
{
    return std::make_shared<spdlog::logger>("jobs",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

/// Keeps no picture.
class no_pictures final : public picture_store {
public:
    asio::awaitable<std::string> keep(std::shared_ptr<const screen::bytes> /*content*/) override
    {
        co_return std::string();
    }
    asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string /*name*/) override
    {
        co_return nullptr;
    }
    asio::awaitable<void> prune() override { co_return; }
};

/// Jobs in a store of the test's own.
struct kept_jobs {
    explicit kept_jobs(const limits& granted = {})
        : file(*store::database_file::open(at.path() / store::database_name)),
          store(context.get_executor(), file, {}, silent()),
          all(context.get_executor(), store, pictures, granted, silent())
    {
    }

    void run(asio::awaitable<void> body) { tests::run(context, std::move(body)); }

    job_ptr make(job::clock::time_point created_at)
    {
        return std::make_shared<job>(context.get_executor(), job_subject{.id = ids.next(created_at),
                                                                         .account_id = account_id,
                                                                         .phone_id = "phone",
                                                                         .udid = "udid-1",
                                                                         .desktop_id = "desk",
                                                                         .action = "home"});
    }

    /// The id of one that has ended.
    asio::awaitable<std::string> add_ended(job::clock::time_point created_at)
    {
        const auto one = make(created_at);
        CHECK(co_await all.record(one));
        link::result success;
        success.job_id = one->id();
        one->settle(std::move(success));
        co_await all.record_end(one);
        one->announce();
        co_return one->id();
    }

    e2e::temporary_directory at;
    asio::io_context context;
    no_pictures pictures;
    store::database_file file;
    store::database store;
    ordered_uuids ids;
    jobs all;
};

/// Nothing that has ended stays in memory.
limits no_memory()
{
    limits out;
    out.recent_jobs = 0;
    return out;
}

} // namespace

TEST_CASE("jobs are kept for seven days", "[service]")
{
    kept_jobs in(no_memory());
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        const auto old = co_await kept.add_ended(now - 24h * 7 - 1min);
        const auto recent = co_await kept.add_ended(now - 24h * 7 + 1min);
        CHECK(co_await kept.all.find(account_id, old));
        co_await kept.all.prune(now);
        CHECK_FALSE(co_await kept.all.find(account_id, old));
        CHECK(co_await kept.all.find(account_id, recent));
    }(in));
}

TEST_CASE("more jobs than the store takes push out the oldest", "[service]")
{
    auto few = no_memory();
    few.jobs = 600;
    kept_jobs in(few);
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        std::string last;
        for (int each = 0; each < 700; ++each)
            last = co_await kept.add_ended(now - 1h);
        co_await kept.all.prune(now);
        CHECK(co_await kept.store.read(store::count_jobs) == 600);
        CHECK(co_await kept.all.find(account_id, last));
    }(in));
}

TEST_CASE("a job that has not ended is kept however old it is", "[service]")
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

TEST_CASE("a job of another account is not found", "[service]")
{
    kept_jobs in(no_memory());
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto id = co_await kept.add_ended(job::clock::now());
        CHECK_FALSE(co_await kept.all.find("another", id));
        const auto page = co_await kept.all.list({.account_id = "another"});
        CHECK(page.jobs.empty());
    }(in));
}

TEST_CASE("what no desktop comes back for is lost", "[service]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        CHECK(co_await kept.all.record(kept.make(job::clock::now())));
        const auto rows = kept.file.run(store::unsettled_jobs);
        jobs after_restart(kept.context.get_executor(), kept.store, kept.pictures, limits{},
                           silent());
        after_restart.adopt(*rows);
        const auto cut_off = after_restart.adopted();
        REQUIRE(cut_off.size() == 1);
        recovery open_ends(kept.context.get_executor(), after_restart, silent());
        open_ends.give_up();
        CHECK(cut_off.front()->status() == job_status::failed);
        CHECK(cut_off.front()->result().failure->code == "JOB_LOST");
        CHECK(after_restart.adopted().empty());
        co_await after_restart.close();
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
    }(in));
}

} // namespace thimble::service::test
