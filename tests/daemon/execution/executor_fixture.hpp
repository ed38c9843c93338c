// An executor with one scripted phone and a journal of its own.
#pragma once

#include "daemon/execution/executor.hpp"
#include "tests/approx.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/scripted_phone.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <functional>
#include <memory>
#include <string>

namespace thimble::daemon {

inline journal open_journal(const std::filesystem::path& file, journal_limits limits = {})
{
    auto opened = journal::open(file, limits);
    REQUIRE(opened);
    return std::move(*opened);
}

inline std::shared_ptr<spdlog::logger> silent_log()
{
    return std::make_shared<spdlog::logger>("test",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

/// A result that a test waits for.
struct pending {
    std::optional<link::result> result;
    bool started = false;
};

class executor_fixture {
public:
    executor_fixture() : executor_fixture(std::chrono::minutes(1)) {}

    /// `limit` is that of an action.
    explicit executor_fixture(std::chrono::milliseconds limit,
                              std::shared_ptr<spdlog::logger> log = silent_log())
        : executor(context.get_executor(),
                   {.find_phone =
                        [this](const std::string& udid) {
                            return udid == phone->told.udid || udid == "misrouted" ? phone
                                                                                   : nullptr;
                        },
                    .limit = limit,
                    .grace = std::chrono::milliseconds(100),
                    .queue_limit = 4},
                   records,
                   std::move(log))
    {
    }

    /// A command for the phone that may wait for an hour.
    link::command command(std::string job_id, link::action what) const
    {
        link::command made{.job_id = std::move(job_id),
                           .udid = phone->told.udid,
                           .what = what,
                           .space = {},
                           .expires_at = std::chrono::steady_clock::now() + std::chrono::hours(1)};
        return made;
    }

    /// Hands the command over and lets it get as far as it gets by itself.
    std::shared_ptr<pending> begin(link::command what)
    {
        auto result = std::make_shared<pending>();
        auto work =
            executor.execute(std::move(what), {.started = [result] { result->started = true; }});
        boost::asio::co_spawn(context, std::move(work),
                              [result](const std::exception_ptr& problem, link::result answer) {
                                  if (!problem)
                                      result->result = std::move(answer);
                              });
        settle();
        return result;
    }

    /// Runs until the command is answered.
    link::result end(const std::shared_ptr<pending>& of)
    {
        run_until([&] { return of->result.has_value(); });
        return *of->result;
    }

    /// Runs until it holds, at most for a minute.
    void run_until(const std::function<bool()>& condition)
    {
        const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        context.restart();
        while (!condition() && std::chrono::steady_clock::now() < latest)
            context.run_one_for(std::chrono::milliseconds(50));
        REQUIRE(condition());
    }

    link::result execute(link::command what) { return end(begin(std::move(what))); }

    /// Everything that is ready runs.
    void settle()
    {
        context.restart();
        context.poll();
    }

    e2e::temporary_directory directory;
    boost::asio::io_context context{1};
    journal records = open_journal(directory.path() / "journal");
    std::shared_ptr<scripted_phone> phone =
        std::make_shared<scripted_phone>(context.get_executor());
    daemon::executor executor;
};

/// With a limit that a test can wait for.
class hurried_executor_fixture : public executor_fixture {
public:
    hurried_executor_fixture() : executor_fixture(std::chrono::milliseconds(200)) {}
};

} // namespace thimble::daemon
