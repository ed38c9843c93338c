// The store as the home thread sees it: one thread that writes, two that read.
#pragma once

#include "async/worker.hpp"
#include "service/store/database_file.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace thimble::service::store {

struct database_options {
    std::chrono::milliseconds limit{5000}; // of one call, its waiting included
    std::size_t longest_queue = 10'000;    // of calls; more are refused

    /// Hears how long each awaited call took; may be empty. Home thread.
    std::function<void(access how, std::chrono::steady_clock::duration took)> on_call = {};
};

/// Home thread. Each call is one transaction; `work(transaction&)` runs on a thread of the store,
/// so it owns what it uses. Writes happen one after another in the order in which they are asked
/// for. A part of the service that keeps something adds
///
///   1. a file to service/store/migrations, `0007_notes.sql`, and its name to CMakeLists.txt:
///          CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT NOT NULL);
///   2. functions over a transaction, where it knows what a row means:
///          void insert_note(store::transaction& on, const note& what)
///          {
///              on.execute("INSERT INTO notes (id, text) VALUES (:id, :text)", what.id, what.text);
///          }
///   3. calls of them:
///          const auto kept = co_await store.write([what](auto& on) { insert_note(on, what); });
///          if (!kept)
///              co_return to_response(to_failure(kept.error()));
///
/// What has to be there before the service starts is read by database_file::run().
class database {
public:
    template <class Work>
    using result_of = outcome<std::invoke_result_t<Work&, transaction&>>;

    database(boost::asio::any_io_executor home,
             database_file file,
             database_options options,
             std::shared_ptr<spdlog::logger> log);

    /// Committed when this returns: survives the end of the process.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> write(Work work)
    {
        return call(writer_, file_.writer(), access::write, options_.limit, std::move(work));
    }

    /// The same, and survives a loss of power: waits for the disk.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> write_through(Work work)
    {
        return call(writer_, file_.safe_writer(), access::write_through, options_.limit,
                    std::move(work));
    }

    /// A write that nobody waits for; close() does. Why it failed is logged.
    template <class Work>
    void write_behind(Work work)
    {
        count_write();
        writer_.enqueue([on = file_.writer(), log = log_, work = std::move(work)]() mutable {
            if (const auto done = transact(*on, access::write, work); !done)
                log->error("the store: {}", done.error().text);
        });
    }

    /// Sees what was committed before; what was written behind only after written().
    template <class Work>
    boost::asio::awaitable<result_of<Work>> read(Work work)
    {
        return read_within(options_.limit, std::move(work));
    }

    /// The same with a limit of its own, its waiting included.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> read_within(std::chrono::milliseconds limit, Work work)
    {
        const std::size_t which = readers_[0].calls() <= readers_[1].calls() ? 0 : 1;
        return call(readers_.at(which), file_.reader(which), access::read, limit, std::move(work));
    }

    /// Returns when everything that has been asked to be written before is committed, or when its
    /// time is over.
    boost::asio::awaitable<void> written();

private:
    template <class Work>
    boost::asio::awaitable<result_of<Work>> call(async::worker& thread,
                                                 std::shared_ptr<connection> on,
                                                 access how,
                                                 std::chrono::milliseconds limit,
                                                 Work work)
    {
        if (thread.calls() >= options_.longest_queue)
            co_return refused();
        const auto began = std::chrono::steady_clock::now();
        auto task = [on = std::move(on), how, work = std::move(work)]() mutable {
            return transact(*on, how, work);
        };
        auto answer = co_await thread.run_within(limit, std::move(task));
        ended(how, std::chrono::steady_clock::now() - began);
        if (!answer)
            co_return failed({.text = "it took too long", .may_have_happened = true});
        if (!*answer)
            co_return failed(std::move(answer->error()));
        co_return std::move(*answer);
    }

    // Logged here: a client is told no more than that the log says why.
    std::unexpected<problem> failed(problem why);
    std::unexpected<problem> refused();
    void ended(access how, std::chrono::steady_clock::duration took);
    void count_write();
    void checkpoint_if_due();

    database_file file_;
    database_options options_;
    std::shared_ptr<spdlog::logger> log_;
    std::chrono::steady_clock::time_point next_refusal_logged_{};
    std::size_t uncheckpointed_ = 0; // writes
    std::size_t unrestarted_ = 0;    // writes since the log was to begin anew
    /// A reader is at it; its thread says when it is done.
    std::shared_ptr<std::atomic<bool>> checkpointing_ = std::make_shared<std::atomic<bool>>(false);
    async::worker writer_;
    std::array<async::worker, database_file::reader_count> readers_;
};

} // namespace thimble::service::store
