// Jobs that were refused because the store took too long, and then committed them all the same.
#include "tests/service/jobs/kept_jobs.hpp"

#include <atomic>

namespace thimble::service::test {

namespace asio = boost::asio;

TEST_CASE("a job that is committed after it was refused is nowhere to be found", "[service][store]")
{
    kept_jobs in;
    std::atomic<int> taken_back = 0;
    in.run([](kept_jobs& kept, std::atomic<int>& back) -> asio::awaitable<void> {
        const auto refused = kept.make(job::clock::now());
        kept.store.late = true;
        const auto recorded = co_await kept.all.record(
            refused, {.write = [](store::transaction&, const std::string&) {},
                      .take_back = [&back](store::transaction&, const std::string&) { ++back; }});
        kept.store.late = false;
        CHECK_FALSE(recorded);
        CHECK_FALSE(kept.all.is_in_memory(refused->id()));
        CHECK_FALSE(co_await kept.all.find(kept_jobs::account_id, refused->id()));
        CHECK((co_await kept.all.list({.account_id = kept_jobs::account_id})).jobs.empty());

        const auto next = kept.make(job::clock::now());
        CHECK(co_await kept.all.record(next)); // behind the one that came late
        CHECK((co_await kept.all.list({.account_id = kept_jobs::account_id})).jobs.size() == 1);
        co_await kept.all.close();
        CHECK(back >= 1); // a deletion that came late is made once more
        CHECK(co_await kept.store.read(store::count_jobs) == 1);
    }(in, taken_back));
}

TEST_CASE("a job that was refused goes even where the store fails once more", "[service][store]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto refused = kept.make(job::clock::now());
        kept.store.late = true;
        CHECK_FALSE(co_await kept.all.record(refused));
        co_await asio::post(kept.context, asio::use_awaitable); // its deletion is tried, and late
        co_await asio::post(kept.context, asio::use_awaitable);
        kept.store.late = false;
        co_await kept.all.close();
        CHECK(co_await kept.store.read(store::count_jobs) == 0);
    }(in));
}

TEST_CASE("of many jobs that were refused none is left", "[service][store]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        kept.store.late = true;
        for (int each = 0; each < 450; ++each)
            CHECK_FALSE(co_await kept.all.record(kept.make(job::clock::now())));
        kept.store.late = false;
        co_await kept.store.written(); // all of them are there, or were
        while (co_await kept.store.read(store::count_jobs) != 0) {
        }
        co_await kept.all.close();
    }(in));
}

} // namespace thimble::service::test
