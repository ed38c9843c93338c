// Jobs in a store of the test's own, which may commit late.
#pragma once

#include "service/jobs/jobs.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"
#include "text/uuid.hpp"

#include <spdlog/sinks/null_sink.h>

#include <memory>
#include <string>
#include <utility>

namespace thimble::service::test {

inline std::shared_ptr<spdlog::logger> silent()
{
    return std::make_shared<spdlog::logger>("jobs",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

/// Keeps no picture.
class no_pictures final : public picture_store {
public:
    boost::asio::awaitable<std::string>
    keep(std::string /*account_id*/, std::shared_ptr<const screen::bytes> /*content*/) override
    {
        co_return std::string();
    }
    boost::asio::awaitable<bool> keep_as(std::string /*account_id*/,
                                         std::string /*name*/,
                                         std::shared_ptr<const screen::bytes> /*content*/) override
    {
        co_return false;
    }
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string /*account_id*/,
                                                                      std::string /*name*/) override
    {
        co_return nullptr;
    }
    boost::asio::awaitable<void> prune() override { co_return; }
};

/// Gives up waiting for writes while it is told to; they are committed all the same.
class late_database final : public store::database {
public:
    explicit late_database(store::database& real) : real_(real) {}

    bool late = false;

    boost::asio::awaitable<store::outcome<void>>
    run(store::access how, store::call_terms terms, task work) override
    {
        if (!late || how == store::access::read)
            co_return co_await real_.run(how, terms, std::move(work));
        real_.run_behind(std::move(work));
        co_return std::unexpected(
            store::problem{.text = "it took too long", .may_have_happened = true});
    }

    void run_behind(task work) override { real_.run_behind(std::move(work)); }

private:
    store::database& real_;
};

struct kept_jobs {
    explicit kept_jobs(const job_limits& granted = {})
        : file(*store::database_file::open(store::test::store_in(at.path()))),
          real(context.get_executor(), file, {}, silent()),
          all(context.get_executor(), store, pictures, granted, silent())
    {
    }

    void run(boost::asio::awaitable<void> body) { tests::run(context, std::move(body)); }

    job_ptr make(job::clock::time_point created_at, const std::string& account = account_id)
    {
        return std::make_shared<job>(context.get_executor(), job_subject{.id = ids.next(created_at),
                                                                         .account_id = account,
                                                                         .phone_id = "phone",
                                                                         .udid = "udid-1",
                                                                         .desktop_id = "desk",
                                                                         .action = "home"});
    }

    /// The id of one that has ended.
    boost::asio::awaitable<std::string> add_ended(job::clock::time_point created_at,
                                                  std::string account = account_id)
    {
        const auto one = make(created_at, account);
        CHECK(co_await all.record(one));
        link::result success;
        success.job_id = one->id();
        one->settle(std::move(success));
        co_await all.record_end(one);
        one->announce();
        co_return one->id();
    }

    inline static const std::string account_id = "47cb85d4-03d8-4e18-ac2e-324f5ef0d10f";

    e2e::temporary_directory at;
    boost::asio::io_context context;
    no_pictures pictures;
    store::database_file file;
    store::threaded_database real;
    late_database store{real};
    ordered_uuids ids;
    jobs all;
};

/// Nothing that has ended stays in memory.
inline job_limits no_memory()
{
    job_limits out;
    out.recent_jobs = 0;
    return out;
}

} // namespace thimble::service::test
