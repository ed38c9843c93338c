// Requests that carry an Idempotency-Key: carried out once, however often they come.
#pragma once

#include "async/signal.hpp"
#include "contract/failure.hpp"
#include "service/jobs/idempotency_rows.hpp"
#include "service/jobs/jobs.hpp"
#include "service/jobs/memory_shares.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <chrono>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// Identity of a request, and its content.
struct keyed_request {
    std::string account_id;
    std::string method;
    std::string path;
    std::string key;
    std::string body;
};

/// Home thread. Of keys and bodies only digests are kept, of which nobody without the secret learns
/// anything.
class idempotency {
public:
    /// Answer to a request and to every repetition of it.
    struct answer {
        http::response response;
        std::string phone_id = {}; // that it is about
    };

    /// The first of its kind, on its way.
    class first_request {
    public:
        explicit first_request(const boost::asio::any_io_executor& home) : ended_(home) {}

        /// To be committed together with its job. `at_once`: the job's id is the answer.
        jobs::also_in_transaction also_in_transaction(bool at_once) const;

        /// It has this job, which may have ended: then its answer is written down only if the job
        /// is as well, wholly.
        void has(const job& what);

        /// To be committed together with what it makes, where that is no job and its answer is
        /// known by then: whatever happens afterwards, the answer is safe.
        using keep_answer = std::function<void(
            store::transaction&, const std::string& id_of_made, const answer& with)>;
        keep_answer transaction_with_answer() const;

        /// That is committed.
        void has_kept_answer();

        /// True where another node of the service had it first: nothing was made here, and the
        /// answer of that node is the one to give.
        bool lost_to_other_node() const { return *lost_; }

    private:
        friend class idempotency;

        store::idempotent_request_row row() const;

        std::string id_;
        std::string account_id_;
        std::string body_;
        store::replaceable_request in_place_of_; // that was found, and is not known any more
        std::shared_ptr<std::atomic_bool> lost_ = std::make_shared<std::atomic_bool>(false);
        bool accepted_ = false; // something was made; before that it is not remembered
        bool has_kept_answer_ = false;
        bool in_confidence_ = false;
        bool is_over_ = false;
        std::optional<answer> answer_;
        job::clock::time_point answered_at_;
        async::signal ended_;
    };
    using first_ptr = std::shared_ptr<first_request>;

    /// `secret` never changes, because digests would. Store and jobs outlive it. `shares_store`:
    /// other nodes of the service carry out requests of theirs.
    idempotency(boost::asio::any_io_executor home,
                store::database& store,
                jobs& kept,
                const job_limits& granted,
                std::string secret,
                bool shares_store = false);

    /// As long as the first one is on its way. If it goes without an answer, whoever waits for it
    /// comes first.
    class turn {
    public:
        turn(idempotency& of, first_ptr whose) : of_(of), whose_(std::move(whose)) {}
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;
        ~turn() { of_.finish(whose_); }

    private:
        idempotency& of_;
        first_ptr whose_;
    };

    /// Either the answer of the first one (waiting for it, if it is on its way) or the one that is
    /// the first itself: it has to be ended. IDEMPOTENCY_MISMATCH if the bodies differ.
    struct admission {
        std::optional<answer> known = {};
        first_ptr first = {};            // nullptr when there is an answer
        std::unique_ptr<turn> held = {}; // of the first one; goes when its request is answered

        /// The job of a former first one, which was not answered before the service ended. It has
        /// ended, and what is said of it is the answer of this one.
        job_ptr cut_off = {};
    };
    boost::asio::awaitable<result<admission>> admit(keyed_request what);

    /// The first one has been answered. Safe when this returns, if it had a job.
    boost::asio::awaitable<void> end(first_ptr what, const answer& with);

    /// Forgets what is too old, and the oldest of accounts that have more than their share.
    boost::asio::awaitable<void> prune(job::clock::time_point now);

    static constexpr std::size_t longest_key = 128;

    /// 1 to 128 printable ASCII characters.
    static bool is_key(std::string_view text);

private:
    std::string digest(std::string_view what, std::initializer_list<std::string_view> of) const;
    boost::asio::awaitable<result<admission>> look_up(first_request& asked);
    boost::asio::awaitable<store::idempotent_request_row>
    wait_for_other_node(store::idempotent_request_row row);
    boost::asio::awaitable<admission> recollect(store::idempotent_request_row row);
    void keep_in_confidence(const first_ptr& what);
    void finish(const first_ptr& what);
    boost::asio::awaitable<void> forget_beyond_shares();

    boost::asio::any_io_executor home_;
    store::database& store_;
    jobs& kept_;
    job_limits limits_;
    std::string secret_;
    bool shares_store_;
    std::map<std::string, first_ptr> under_way_; // by id
    std::map<std::string, first_ptr> sensitive_; // answered, and never written down
    memory_shares confidence_shares_;            // of their answers
};

} // namespace thimble::service
