// The jobs that a client can ask about: in the store, and those of the present in memory as well.
#pragma once

#include "async/task_group.hpp"
#include "contract/failure.hpp"
#include "service/jobs/job.hpp"
#include "service/jobs/job_ends.hpp"
#include "service/jobs/job_limits.hpp"
#include "service/jobs/job_rows.hpp"
#include "service/jobs/memory_shares.hpp"
#include "service/jobs/picture_store.hpp"
#include "service/jobs/withdrawn_jobs.hpp"
#include "store/database.hpp"

#include <spdlog/logger.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace thimble::service {

/// Work that is committed together with a job, or not at all; it survives a loss of power.
/// `take_back` deletes it again, and nothing that another job has put in its place.
struct job_transaction_extra {
    using step = std::function<void(store::transaction&, const std::string& job_id)>;

    step write = {};
    step take_back = {};
};

/// Home thread. A job is written down before it is sent, so that none runs that nobody knows of.
class jobs {
public:
    /// Store and pictures outlive it.
    jobs(boost::asio::any_io_executor home,
         store::database& store,
         picture_store& pictures,
         const job_limits& granted,
         std::shared_ptr<spdlog::logger> log);

    /// From now on they are that node's, among others that share the store.
    void belong_to(std::string node)
    {
        ends_.belong_to(node);
        node_ = std::move(node);
    }

    using also_in_transaction = job_transaction_extra;

    /// Committed when this returns. Known from then on. Of a job that is refused nothing stays in
    /// the store, also where its row is committed after the store was given up waiting for.
    boost::asio::awaitable<result<void>> record(job_ptr what, also_in_transaction with = {});

    /// Called once when what a desktop has said is committed, so that it may forget it.
    using stored = job_ends::stored;

    /// Hears of each whose end is not written because another node has it by now.
    void when_taken(std::function<void(const job&)> then)
    {
        ends_.when_taken([this, then = std::move(then)](const job& what) {
            let_go(what.id());
            then(what);
        });
    }

    // `if_taken` is called in the place of `then` where another node has it by now: what the
    // desktop has said is for that one.

    /// Writes down how it has ended, for what nobody else could say again after a crash.
    boost::asio::awaitable<void> record_end(job_ptr what, stored then = {}, stored if_taken = {});

    /// The same, some time soon, together with others that end then: outcome and code are in the
    /// desktop's journal by now.
    void record_end_soon(job_ptr what, stored then = {}, stored if_taken = {});

    /// Writes down that more is known about one that has ended before.
    void record_correction(job_ptr what, stored then = {}, stored if_taken = {});

    /// Jobs of a former run, or of a node that is gone, which have not ended: the oldest first.
    void restore(const std::vector<store::job_row>& rows);

    /// Another node has it by now: from now on the store alone says what becomes of it.
    void let_go(const std::string& id)
    {
        in_memory_.erase(id);
        recovered_.erase(id);
    }

    /// Those recovered that have not been settled since: all, or what was sent through one desktop.
    std::vector<job_ptr> recovered(std::optional<std::string_view> desktop_id = {}) const;

    /// The ids of the latter.
    std::vector<std::string> adopted_ids(std::string_view desktop_id) const;

    /// True where it was refused and its rows may still be in the store; they are being deleted.
    bool is_withdrawn(const std::string& id) const { return withdrawn_.contains(id); }

    /// True where it is known here and not only in the store: only then will its end be announced.
    bool is_in_memory(const std::string& id) const { return in_memory_.contains(id); }

    /// nullptr when it is unknown or no longer kept.
    boost::asio::awaitable<job_ptr> find(std::string account_id, std::string id);

    struct filter {
        std::string account_id;
        std::optional<std::string> phone_id = {};
        std::optional<std::vector<std::string>> phones = {}; // ids; only jobs of these
        std::optional<job_status> status = {};
        std::optional<std::string> before = {}; // id of a job; only older ones
        std::size_t limit = 20;
    };

    struct page {
        std::vector<job_ptr> jobs; // newest first
        std::optional<std::string> next_before;
    };

    boost::asio::awaitable<page> list(filter wanted);

    /// Other nodes of the service, which have jobs under way of their own. All of them are asked.
    struct elsewhere {
        using found = std::vector<job_ptr>;

        /// Those of the account with these ids that are in the memory of one.
        std::function<boost::asio::awaitable<found>(std::string account_id,
                                                    std::vector<std::string> ids)>
            in_memory = nullptr;

        /// Those that have not ended, in the state that the filter names.
        std::function<boost::asio::awaitable<found>(filter wanted)> under_way = nullptr;

        /// Returns when each has written down what has ended.
        std::function<boost::asio::awaitable<void>()> written = nullptr;

        /// A picture of the account by its name.
        std::function<boost::asio::awaitable<std::shared_ptr<const screen::bytes>>(
            std::string account_id, std::string name)>
            picture = nullptr;
    };

    /// They are asked from now on. Before the service starts.
    void look_elsewhere(elsewhere others) { elsewhere_ = std::move(others); }

    // Answers to them.
    std::vector<job_ptr> in_memory(const std::string& account_id,
                                   const std::vector<std::string>& ids) const;
    std::vector<job_ptr> under_way(const filter& wanted) const;

    /// Returns when all that has ended before is written, or the store has failed.
    boost::asio::awaitable<void> written();

    /// The picture of a job; nullptr when it has none, not yet, or no longer.
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> picture_of(job_ptr what);

    /// Lets go what is too old, or too much. Now and then.
    boost::asio::awaitable<void> prune(job::clock::time_point now);

    /// Returns when everything is written.
    boost::asio::awaitable<void> close();

private:
    boost::asio::awaitable<store::outcome<void>> insert(const job& what,
                                                        also_in_transaction::step with);
    boost::asio::awaitable<void> move_picture(job& what);
    boost::asio::awaitable<std::vector<job_ptr>> read_list(const filter& wanted, std::size_t most);
    bool may_be_elsewhere(const store::job_row& row) const;
    boost::asio::awaitable<void> ask_elsewhere(const filter& wanted, std::vector<job_ptr>& listed);
    boost::asio::awaitable<std::vector<job_ptr>> under_way_anywhere(const filter& wanted);
    void remember(const job_ptr& what);
    void forget_oldest();

    boost::asio::any_io_executor home_;
    store::database& store_;
    picture_store& pictures_;
    job_limits limits_;
    std::shared_ptr<spdlog::logger> log_;
    std::optional<std::string> node_;                    // nothing: the service is alone
    std::unordered_map<std::string, job_ptr> in_memory_; // by id
    std::map<std::string, job_ptr> recovered_; // of these, by id: few, and often asked for
    std::deque<job_ptr> ended_;                // of these, in the order of their ends
    elsewhere elsewhere_;
    memory_shares sensitive_; // values of these that go early
    withdrawn_jobs withdrawn_;
    job_ends ends_; // carried out by the tasks
    async::task_group tasks_;
};

} // namespace thimble::service
