// Writes sessions and their events down as they happen. No agent waits for the store.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "async/task_group.hpp"
#include "service/agent_loop/agent_limits.hpp"
#include "service/agent_loop/live_session.hpp"
#include "service/sessions/session_rows.hpp"
#include "store/database.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. Events of all sessions meanwhile go into one transaction, each session's in its
/// order. Those that the store would not take are written later.
class session_writer {
public:
    /// `when_over` hears of each session whose end and bill are committed, `when_taken` of each
    /// that another node has by now: nothing of it is written.
    session_writer(boost::asio::any_io_executor home,
                   store::database& store,
                   const agent_limits& granted,
                   sessions::holder holder,
                   std::function<void(const live_session_ptr&)> when_over,
                   std::function<void(const live_session_ptr&)> when_taken,
                   std::shared_ptr<spdlog::logger> log);

    /// Hears of each of which something more is committed. May be left out.
    void when_written(std::function<void(const live_session&)> then)
    {
        when_written_ = std::move(then);
    }

    /// Something has changed in it.
    void write_soon(const live_session_ptr& what);

    /// Returns when all that has happened before is committed, or the store has failed.
    boost::asio::awaitable<void> written();

    /// The same of one session, at once where nothing of it is left to write, and in that time.
    boost::asio::awaitable<void> until_written(live_session_ptr what,
                                               std::chrono::milliseconds limit);

    /// Returns when everything is, and writes nothing after that.
    boost::asio::awaitable<void> close();

private:
    struct portion;

    boost::asio::awaitable<void> write_all();
    std::vector<portion> take_portions();
    void put_back(const live_session_ptr& what);
    void note_written(const portion& what);
    void start();

    boost::asio::any_io_executor home_;
    store::database& store_;
    agent_limits limits_;
    sessions::holder holder_;
    std::function<void(const live_session_ptr&)> when_over_;
    std::function<void(const live_session_ptr&)> when_taken_;
    std::function<void(const live_session&)> when_written_; // may be empty
    std::shared_ptr<spdlog::logger> log_;
    std::set<live_session_ptr> changed_;
    std::set<live_session_ptr> under_way_; // of these, something is being written
    bool writing_ = false;
    std::uint64_t batches_ = 0; // that the store has taken or refused
    async::signal wrote_;
    async::task_group tasks_;
    async::one_shot_timer again_; // when the store has failed
};

} // namespace thimble::service
