// Commands in, results out: at most once each, one after another where they touch a phone.
#pragma once

#include "daemon/execution/execution.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "daemon/frames/text_reader.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::daemon {

struct executor_options {
    /// The attached phone of that UDID, or nothing.
    std::function<std::shared_ptr<device::phone>(const std::string& udid)> find_phone;

    /// Limit of an action from its start, apart from what its arguments ask for.
    std::chrono::milliseconds limit{60'000};

    /// Time that an action that is stopped has to lift the finger and say what it knows.
    std::chrono::milliseconds grace{500};

    /// Commands that may wait for one phone; more are refused.
    std::size_t queue_limit = 256;

    /// Where the data lies by which text is read; nothing: where packages put it.
    std::optional<std::filesystem::path> text_data = {};
};

/// Calls that tell of a command before its result; each at most once. May be empty.
struct progress {
    std::function<void()> received = {}; // it is recorded, if it touches the phone
    std::function<void()> started = {};  // its turn has come
};

/// Home thread. Every way that commands come (the service in this process, a link, the control
/// socket) ends here.
class executor {
public:
    executor(boost::asio::any_io_executor home,
             executor_options options,
             journal& records,
             std::shared_ptr<spdlog::logger> log);
    executor(const executor&) = delete;
    executor& operator=(const executor&) = delete;
    ~executor();

    /// Never throws for what a phone does: that is a result with a failure. Nothing of `told` is
    /// called after the result. A job that was
    /// delivered before is not done again: one under way gets a second waiter, one that has ended
    /// is answered from the journal, one that a dead process had started is `unknown`. The
    /// coroutine's being cancelled does not stop the command.
    boost::asio::awaitable<link::result> execute(link::command what, progress told = {});

    /// Result of a job that was delivered before; nothing where the journal knows of none. One that
    /// was never started is JOB_LOST with not_sent.
    boost::asio::awaitable<std::optional<link::result>> recall(std::string job_id) const;

    /// Takes a job that has ended out of the journal: another one has taken its place.
    void forget(const std::string& job_id);

    /// A command like this is about to come: what its touch has to know of the phone is read
    /// meanwhile.
    void expect(const std::string& udid, const link::action& what);

    /// Withdraws a command that waits, leaves alone one that has started.
    void withdraw(const std::string& job_id);

    /// Withdraws a command that waits, ends one that has started as soon as its finger is up.
    void cancel(const std::string& job_id);

    /// Stops everything and refuses what comes later. Results come within the grace.
    void shut_down();

    /// Ends when nothing is under way.
    boost::asio::awaitable<void> until_idle();

    /// The pictures of a phone that is attached.
    std::shared_ptr<phone_frames> frames_of(const std::shared_ptr<device::phone>& phone);
    picture_pool& pictures() noexcept { return pictures_; }

    /// True where text can be read on their pictures.
    bool reads_text() const noexcept { return texts_.available(); }

    /// Commands that wait for a turn on this phone.
    std::size_t waiting(const std::string& udid) const;

    /// Moment of the last command for this phone, which is now while one is under way; nothing
    /// where there has been none.
    std::optional<std::chrono::steady_clock::time_point> last_used(const std::string& udid) const;

private:
    struct use {
        std::size_t under_way = 0;
        std::chrono::steady_clock::time_point ended;
    };

    struct known_phone {
        std::weak_ptr<device::phone> phone;
        std::shared_ptr<phone_lanes> lanes;
    };

    std::optional<link::result> answer_from_journal(const link::command& what) const;
    std::optional<refusal> refuse(const link::command& what,
                                  const std::shared_ptr<device::phone>& phone);
    std::shared_ptr<phone_lanes> lanes_of(const std::string& udid,
                                          const std::shared_ptr<device::phone>& phone);
    std::shared_ptr<execution> find(const std::string& job_id) const;
    void settled(const std::string& job_id, const std::string& udid);

    boost::asio::any_io_executor home_;
    executor_options options_;
    journal& journal_;
    std::shared_ptr<spdlog::logger> log_;
    picture_pool pictures_;
    text_reader texts_;
    std::map<std::string, known_phone> phones_;
    std::map<std::string, std::shared_ptr<execution>> under_way_; // by job id
    std::map<std::string, use> used_;                             // by UDID
    async::signal idle_;
    bool shut_down_ = false;
};

} // namespace thimble::daemon
