// Jobs and requests with a key whose store is late or throws.
#include "async/signal.hpp"
#include "service/jobs/dispatcher.hpp"
#include "service/jobs/idempotency.hpp"
#include "service/jobs/job_rows.hpp"
#include "tests/service/jobs/kept_jobs.hpp"
#include "tests/service/scripted_desktop.hpp"

#include <boost/asio/post.hpp>

#include <stdexcept>

namespace thimble::service::test {

namespace asio = boost::asio;

namespace {

keyed_request press_home()
{
    return {.account_id = kept_jobs::account_id,
            .method = "POST",
            .path = "/v1/home",
            .key = "order-17",
            .body = "{}"};
}

/// Throws in every write after so many.
class throwing_database final : public store::database {
public:
    explicit throwing_database(store::database& real) : real_(real) {}

    int good_writes = 1'000;
    int bad_writes = 1'000; // and good ones again after these

    asio::awaitable<store::outcome<void>>
    run(store::access how, store::call_terms terms, task work) override
    {
        if (how != store::access::read && good_writes-- <= 0 && bad_writes-- > 0)
            throw std::runtime_error("no memory");
        co_return co_await real_.run(how, terms, std::move(work));
    }

    void run_behind(task work) override { real_.run_behind(std::move(work)); }

private:
    store::database& real_;
};

/// Takes no write while it does not answer.
class unanswering_database final : public store::database {
public:
    explicit unanswering_database(store::database& real) : real_(real) {}

    bool answers = true;
    int asked = 0; // while it did not answer

    asio::awaitable<store::outcome<void>>
    run(store::access how, store::call_terms terms, task work) override
    {
        if (answers || how == store::access::read)
            co_return co_await real_.run(how, terms, std::move(work));
        asked += how == store::access::put ? 1 : 0;
        co_return std::unexpected(
            store::problem{.text = "it took too long", .may_have_happened = true});
    }

    void run_behind(task work) override { real_.run_behind(std::move(work)); }

private:
    store::database& real_;
};

/// Throws instead of keeping a picture.
class throwing_pictures final : public picture_store {
public:
    asio::awaitable<std::string> keep(std::string /*account_id*/,
                                      std::shared_ptr<const screen::bytes> /*content*/) override
    {
        throw std::runtime_error("no memory");
        co_return std::string();
    }
    asio::awaitable<bool> keep_as(std::string /*account_id*/,
                                  std::string /*name*/,
                                  std::shared_ptr<const screen::bytes> /*content*/) override
    {
        co_return false;
    }
    asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string /*account_id*/,
                                                               std::string /*name*/) override
    {
        co_return nullptr;
    }
    asio::awaitable<void> prune() override { co_return; }
};

order screenshot_of_a_phone(const std::shared_ptr<desktop>& via)
{
    auto shown = std::make_shared<known_phone>();
    shown->id = "phone";
    shown->account_id = kept_jobs::account_id;
    shown->state.udid = "udid-1";
    order out;
    out.phone = std::move(shown);
    out.via = via;
    out.what = link::screenshot{};
    out.mode = waiting::async;
    out.kept = true;
    return out;
}

} // namespace

TEST_CASE("a request whose job was refused by a late store comes first when it comes again",
          "[service]")
{
    const bool can_be_deleted = GENERATE(true, false);
    kept_jobs in;
    in.run([](kept_jobs& kept, bool deletes) -> asio::awaitable<void> {
        throwing_database deleting(kept.store);
        jobs all(kept.context.get_executor(), deleting, kept.pictures, job_limits{}, silent());
        idempotency keys(kept.context.get_executor(), kept.store, all, {}, "secret");
        {
            const auto admitted = co_await keys.admit(press_home());
            REQUIRE(admitted);
            REQUIRE(admitted->first);
            kept.store.late = true; // it commits both rows all the same
            deleting.good_writes = deletes ? 2 : 1;
            CHECK_FALSE(co_await all.record(kept.make(job::clock::now()),
                                            admitted->first->also_in_transaction(false)));
            kept.store.late = false;
        }
        co_await kept.real.written();
        const auto again = co_await keys.admit(press_home());
        REQUIRE(again);
        CHECK(again->first);
        CHECK_FALSE(again->known);
        CHECK_FALSE(again->cut_off);
        deleting.good_writes = 1'000;
        co_await all.close();
    }(in, can_be_deleted));
}

TEST_CASE("a job that nobody carries out any more is not waited for", "[service]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        idempotency keys(kept.context.get_executor(), kept.store, kept.all, {}, "secret");
        {
            jobs of_another_run(kept.context.get_executor(), kept.store, kept.pictures,
                                job_limits{}, silent());
            const auto admitted = co_await keys.admit(press_home());
            REQUIRE(admitted);
            CHECK(co_await of_another_run.record(kept.make(job::clock::now()),
                                                 admitted->first->also_in_transaction(false)));
            co_await of_another_run.close();
        }
        const auto again = co_await keys.admit(press_home());
        REQUIRE(again);
        REQUIRE(again->known);
        CHECK(std::get<std::string>(again->known->response.body).contains("JOB_LOST"));
    }(in));
}

TEST_CASE("an end that the store throws at is written later", "[service]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        throwing_database failing(kept.store);
        jobs all(kept.context.get_executor(), failing, kept.pictures, job_limits{}, silent());
        const auto pressed = kept.make(job::clock::now());
        CHECK(co_await all.record(pressed));
        link::result success;
        success.job_id = pressed->id();
        pressed->settle(std::move(success));
        failing.good_writes = 0;
        bool stored = false;
        co_await all.record_end(pressed, [&stored] { stored = true; });
        CHECK_FALSE(stored);
        failing.good_writes = 1'000;
        co_await all.close();
        CHECK(stored);
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
    }(in));
}

TEST_CASE("ends that come together are written together, or one by one", "[service]")
{
    const bool fails = GENERATE(false, true);
    kept_jobs in;
    in.run([](kept_jobs& kept, bool failing_once) -> asio::awaitable<void> {
        constexpr int count = 10;
        throwing_database counting(kept.store);
        jobs all(kept.context.get_executor(), counting, kept.pictures, job_limits{}, silent());
        std::vector<job_ptr> pressed;
        for (int each = 0; each < count; ++each) {
            pressed.push_back(kept.make(job::clock::now()));
            CHECK(co_await all.record(pressed.back()));
        }
        counting.good_writes = failing_once ? 0 : 1'000;
        counting.bad_writes = 1;
        int stored = 0;
        for (const auto& each : pressed) {
            link::result success;
            success.job_id = each->id();
            each->settle(std::move(success));
            all.record_end_soon(each, [&stored] { ++stored; });
        }
        CHECK(stored == 0);
        const auto listed = co_await all.list({.account_id = kept_jobs::account_id});
        CHECK(listed.jobs.size() == count); // what has ended is part of the list
        CHECK(stored == count);
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
        if (!failing_once)
            CHECK(counting.good_writes == 998); // the list waits for what is written by one more
        co_await all.close();
    }(in, fails));
}

TEST_CASE("the ends of many jobs do not each wait for a store that does not answer", "[service]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        constexpr int count = 10;
        unanswering_database unanswering(kept.store);
        jobs all(kept.context.get_executor(), unanswering, kept.pictures, job_limits{}, silent());
        int stored = 0;
        std::vector<job_ptr> pressed;
        for (int each = 0; each < count; ++each) {
            pressed.push_back(kept.make(job::clock::now()));
            CHECK(co_await all.record(pressed.back()));
        }
        unanswering.answers = false;
        for (const auto& each : pressed) {
            link::result success;
            success.job_id = each->id();
            each->settle(std::move(success));
            all.record_end_soon(each, [&stored] { ++stored; });
        }
        co_await all.list({.account_id = kept_jobs::account_id});
        CHECK(unanswering.asked < count); // once for all of them, and once a second from then on
        CHECK(stored == 0);
        unanswering.answers = true;
        co_await all.close();
        CHECK(stored == count);
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
    }(in));
}

TEST_CASE("ends are written although nobody asks for them", "[service]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        const auto pressed = kept.make(job::clock::now());
        CHECK(co_await kept.all.record(pressed));
        link::result success;
        success.job_id = pressed->id();
        pressed->settle(std::move(success));
        async::signal written(kept.context.get_executor());
        kept.all.record_end_soon(pressed, [&written] { written.notify_all(); });
        co_await written.wait();
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
    }(in));
}

TEST_CASE("what throws after an action ends its job all the same, and its place is free",
          "[service]")
{
    kept_jobs in;
    in.run([](kept_jobs& kept) -> asio::awaitable<void> {
        job_limits narrow;
        narrow.queue_length = 1;
        throwing_pictures pictures;
        jobs all(kept.context.get_executor(), kept.store, pictures, narrow, silent());
        dispatcher orders(kept.context.get_executor(), all, narrow, silent());
        const auto via = std::make_shared<scripted_desktop>(kept.context.get_executor());
        via->script = [](const link::command& what) { return picture(what, "picture"); };
        for (int each = 0; each < 2; ++each) {
            auto what = screenshot_of_a_phone(via);
            if (each == 1)
                what.when_done = [](job&) { throw std::runtime_error("cannot note it"); };
            const auto taken = co_await orders.submit(std::move(what));
            REQUIRE(taken);
            co_await (*taken)->until_settled();
            CHECK((*taken)->status() == job_status::completed);
            co_await asio::post(kept.context, asio::use_awaitable);
            CHECK(orders.under_way() == 0);
        }
        co_await orders.close();
        co_await all.close();
        CHECK(kept.file.run(store::unsettled_jobs)->empty());
    }(in));
}

} // namespace thimble::service::test
