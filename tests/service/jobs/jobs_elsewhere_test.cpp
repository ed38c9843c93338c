// Jobs as other nodes tell of them, which may say what is not so.
#include "tests/service/jobs/kept_jobs.hpp"

#include <vector>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

using told_jobs = std::vector<job_ptr>;

/// A second node on the same store, which hears of jobs what the test says.
struct asked_node {
    explicit asked_node(kept_jobs& of) : kept(of)
    {
        all.look_elsewhere({.in_memory = [this](const std::string&, const std::vector<std::string>&)
                                -> asio::awaitable<told_jobs> { co_return told; },
                            .under_way = [this](const jobs::filter&) -> asio::awaitable<told_jobs> {
                                co_return told;
                            }});
    }

    /// The same job as that node may have it in memory.
    job_ptr copy_of(const job& what) const
    {
        return std::make_shared<job>(kept.context.get_executor(), what.subject());
    }

    kept_jobs& kept;
    told_jobs told;
    jobs all{kept.context.get_executor(), kept.store, kept.pictures, no_memory(), silent()};
};

void complete(job& what)
{
    what.settle({});
    what.announce();
}

} // namespace

TEST_CASE("another node is believed of the job alone that was asked for", "[service]")
{
    kept_jobs in;
    asked_node other(in);
    in.run([](kept_jobs& kept, asked_node& asked) -> asio::awaitable<void> {
        const auto one = kept.make(job::clock::now());
        CHECK(co_await kept.all.record(one));
        auto wrong = one->subject();
        wrong.account_id = "another account";
        asked.told = {kept.make(job::clock::now()),
                      std::make_shared<job>(kept.context.get_executor(), wrong)};
        for (const auto& each : asked.told)
            complete(*each);
        const auto seen = co_await asked.all.find(kept_jobs::account_id, one->id());
        REQUIRE(seen);
        CHECK(seen->id() == one->id());
        CHECK(seen->status() == job_status::pending);
        const auto listed = co_await asked.all.list({.account_id = kept_jobs::account_id});
        REQUIRE(listed.jobs.size() == 1);
        CHECK(listed.jobs.front()->status() == job_status::pending);

        asked.told.push_back(asked.copy_of(*one));
        asked.told.back()->start();
        const auto running = co_await asked.all.find(kept_jobs::account_id, one->id());
        REQUIRE(running);
        CHECK(running->status() == job_status::running);
    }(in, other));
}

TEST_CASE("an end that is stored stands, whatever another node tells", "[service]")
{
    kept_jobs in(no_memory());
    asked_node other(in);
    in.run([](kept_jobs& kept, asked_node& asked) -> asio::awaitable<void> {
        const auto id = co_await kept.add_ended(job::clock::now());
        const auto stored = co_await kept.all.find(kept_jobs::account_id, id);
        REQUIRE(stored);
        asked.told = {asked.copy_of(*stored)};
        asked.told.back()->start();
        const auto seen = co_await asked.all.find(kept_jobs::account_id, id);
        REQUIRE(seen);
        CHECK(seen->status() == job_status::completed);
    }(in, other));
}

TEST_CASE("of two nodes that tell of a job the one counts that knows its end", "[service]")
{
    kept_jobs in;
    asked_node other(in);
    in.run([](kept_jobs& kept, asked_node& asked) -> asio::awaitable<void> {
        const auto one = kept.make(job::clock::now());
        CHECK(co_await kept.all.record(one));
        for (const bool ended_first : {true, false}) {
            asked.told = {asked.copy_of(*one), asked.copy_of(*one)};
            complete(*asked.told.at(ended_first ? 0U : 1U));
            const auto seen = co_await asked.all.find(kept_jobs::account_id, one->id());
            REQUIRE(seen);
            CHECK(seen->status() == job_status::completed);
        }
    }(in, other));
}

TEST_CASE("of jobs under way elsewhere those are listed that were asked for", "[service]")
{
    kept_jobs in;
    asked_node other(in);
    in.run([](kept_jobs& kept, asked_node& asked) -> asio::awaitable<void> {
        const auto now = job::clock::now();
        const auto wanted = kept.make(now);
        const auto ended = kept.make(now);
        complete(*ended);
        asked.told = {wanted, wanted, ended, kept.make(now, "another account")};
        const auto listed = co_await asked.all.list(
            {.account_id = kept_jobs::account_id, .status = job_status::pending});
        REQUIRE(listed.jobs.size() == 1);
        CHECK(listed.jobs.front() == wanted);
        const auto of_other_phone = co_await asked.all.list({.account_id = kept_jobs::account_id,
                                                             .phones = std::vector<std::string>{},
                                                             .status = job_status::pending});
        CHECK(of_other_phone.jobs.empty());
    }(in, other));
}

} // namespace thimble::service::test
