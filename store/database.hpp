// The store as the home thread sees it.
#pragma once

#include "store/connection.hpp"
#include "store/problem.hpp"
#include "store/transaction.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace thimble::service::store {

/// Terms on which a call waits for its turn.
struct call_terms {
    std::optional<std::chrono::milliseconds> limit = {}; // in all; nothing: that of the store
    bool first = false;                                  // before all that wait already
};

/// Home thread. Each call is one transaction; `work(transaction&)` runs on a thread of the store,
/// so it owns what it uses. It may be run more than once, as long as nothing of it has happened,
/// and does the same each time. Writes happen one after another in the order in which they are
/// asked for, but for those that say that they come first. A part of the service that keeps
/// something adds
///
///   1. a file to store/migrations, `0007_notes.sql`, and its name to CMakeLists.txt:
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
/// Rows that have to be there before the service starts are read by database_file::run().
class database {
public:
    template <class Work>
    using result_of = outcome<std::invoke_result_t<Work&, transaction&>>;

    database() = default;
    database(const database&) = delete;
    database& operator=(const database&) = delete;
    virtual ~database() = default;

    /// Committed when this returns: survives the end of the process.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> write(Work work)
    {
        return call(access::write, {}, std::move(work));
    }

    /// The same, and survives a loss of power: waits for the disk.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> write_through(Work work)
    {
        return call(access::write_through, {}, std::move(work));
    }

    /// write() for work that looks at nothing before it writes, each row by its key: nothing that
    /// others do meanwhile makes a difference to it. Many can do that at the same time.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> put(Work work)
    {
        return call(access::put, {}, std::move(work));
    }

    /// The same, and survives a loss of power.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> put_through(Work work)
    {
        return call(access::put_through, {}, std::move(work));
    }

    /// put() and read() that come before all that wait already, and are never refused for being too
    /// many: for the few calls that must not be late where many others are, as those for a lease.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> put_first(Work work)
    {
        return call(access::put, {.first = true}, std::move(work));
    }
    template <class Work>
    boost::asio::awaitable<result_of<Work>> read_first(Work work)
    {
        return call(access::read, {.first = true}, std::move(work));
    }

    /// A write that nobody waits for; written() does. Why it failed is logged, or that far too many
    /// wait already and this one was dropped.
    template <class Work>
    void write_behind(Work work)
    {
        run_behind(
            [owned = std::make_shared<Work>(std::move(work))](transaction& on) { (*owned)(on); });
    }

    /// Sees what was committed before; what was written behind only after written().
    template <class Work>
    boost::asio::awaitable<result_of<Work>> read(Work work)
    {
        return call(access::read, {}, std::move(work));
    }

    /// The same with a limit of its own, its waiting included.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> read_within(std::chrono::milliseconds limit, Work work)
    {
        return call(access::read, {.limit = limit}, std::move(work));
    }

    /// Returns when everything that has been asked to be written before is committed, or when its
    /// time is over.
    boost::asio::awaitable<void> written()
    {
        co_await write([](transaction&) {});
    }

    /// The work of a call, without its value.
    using task = std::function<void(transaction&)>;

    /// Runs `work` as one transaction and waits for its end, or for the limit. A problem that
    /// may_have_happened may be committed later, in its turn.
    virtual boost::asio::awaitable<outcome<void>> run(access how, call_terms terms, task work) = 0;

    /// Queues a write that nobody waits for.
    virtual void run_behind(task work) = 0;

private:
    /// Work and value are shared with the thread of the store: a call that is left behind still has
    /// both.
    template <class Work>
    boost::asio::awaitable<result_of<Work>> call(access how, call_terms terms, Work work)
    {
        using value = std::invoke_result_t<Work&, transaction&>;
        if constexpr (std::is_void_v<value>) {
            const auto owned = std::make_shared<Work>(std::move(work));
            co_return co_await run(how, terms, [owned](transaction& on) { (*owned)(on); });
        } else {
            struct shared_call {
                explicit shared_call(Work given) : work(std::move(given)) {}
                Work work;
                std::optional<value> answer;
            };
            const auto owned = std::make_shared<shared_call>(std::move(work));
            auto done = co_await run(
                how, terms, [owned](transaction& on) { owned->answer.emplace(owned->work(on)); });
            if (!done)
                co_return std::unexpected(std::move(done.error()));
            co_return std::move(*owned->answer);
        }
    }
};

} // namespace thimble::service::store
