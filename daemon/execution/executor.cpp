#include "daemon/execution/executor.hpp"

#include "daemon/execution/traced_command.hpp"
#include "daemon/report/refusals.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

link::result result_for(const link::command& what, link::outcome outcome)
{
    link::result result;
    result.job_id = what.job_id;
    result.udid = what.udid;
    result.outcome = outcome;
    return result;
}

link::result refused(const link::command& what, refusal why)
{
    link::result result = result_for(what, why.outcome);
    result.failure = std::move(why.why);
    return result;
}

/// The journal remembers the outcome and the code; values and pictures are gone.
link::result recorded(const link::command& what, const journal::entry& past)
{
    link::result result = result_for(what, past.outcome);
    if (past.stage != journal::stage::finished) {
        result.outcome = link::outcome::unknown;
        result.failure =
            link::failure{.code = "JOB_LOST",
                          .message = "thimbled ended while the action was under way. Look at the "
                                     "screen before sending it again."};
    } else if (!past.code.empty()) {
        result.failure = link::failure{
            .code = past.code, .message = "The action was delivered before and failed then."};
    }
    return result;
}

link::result never_started(const link::command& what)
{
    link::result result = result_for(what, link::outcome::not_sent);
    result.failure =
        link::failure{.code = "JOB_LOST",
                      .message = "The program ended before the action's turn had come, "
                                 "so nothing was sent to the phone."};
    return result;
}

} // namespace

executor::executor(asio::any_io_executor home,
                   executor_options options,
                   journal& records,
                   std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), options_(std::move(options)), journal_(records), log_(std::move(log)),
      pictures_(home_), texts_(home_, screen::find_language_data("eng", options_.text_data), log_),
      idle_(home_)
{
}

executor::~executor() = default;

asio::awaitable<link::result> executor::execute(link::command what, progress told)
{
    // A command that comes again, over a new link, waits for the first: no touch is done twice.
    if (const auto same = under_way_.find(what.job_id); same != under_way_.end()) {
        const auto first = same->second;
        co_return co_await first->result();
    }
    if (auto answer = answer_from_journal(what))
        co_return std::move(*answer);
    auto phone = options_.find_phone(what.udid);
    if (auto refusal = refuse(what, phone)) {
        auto answer = refused(what, std::move(*refusal));
        log_end_of_traced(*log_, what, answer);
        co_return answer;
    }

    const std::string job_id = what.job_id;
    const std::string udid = what.udid;
    auto lanes = lanes_of(what.udid, phone);
    const auto run = std::make_shared<execution>(
        std::move(what),
        execution::context{.home = home_,
                           .phone = std::move(phone),
                           .lanes = std::move(lanes),
                           .journal = &journal_,
                           .pictures = &pictures_,
                           .texts = &texts_,
                           .limit = options_.limit,
                           .grace = options_.grace,
                           .log = log_,
                           .on_started = std::move(told.started),
                           .on_settled = [this, job_id, udid] { settled(job_id, udid); }});
    ++used_[udid].under_way;
    under_way_.emplace(job_id, run);
    if (told.received)
        told.received();
    run->start();
    co_return co_await run->result();
}

void executor::forget(const std::string& job_id)
{
    if (auto recorded = journal_.settled(job_id); !recorded)
        log_->error("{}", recorded.error());
}

namespace {

asio::awaitable<void> look_ahead(std::shared_ptr<device::phone> phone)
{
    if (auto* touches = phone->touches())
        co_await touches->look_ahead();
}

} // namespace

void executor::expect(const std::string& udid, const link::action& what)
{
    const auto phone = options_.find_phone(udid);
    if (!shut_down_ && phone != nullptr && link::has_coordinates(what))
        asio::co_spawn(home_, look_ahead(phone), asio::detached);
}

std::optional<link::result> executor::answer_from_journal(const link::command& what) const
{
    const auto past = journal_.find(what.job_id);
    if (!past || past->stage == journal::stage::received)
        return std::nullopt; // what was only received has not reached the phone
    return recorded(what, *past);
}

asio::awaitable<std::optional<link::result>> executor::recall(std::string job_id) const
{
    if (const auto run = find(job_id))
        co_return co_await run->result();
    const auto past = journal_.find(job_id);
    if (!past)
        co_return std::nullopt;
    link::command what;
    what.job_id = std::move(job_id);
    co_return past->stage == journal::stage::received ? never_started(what) : recorded(what, *past);
}

/// Everything that can be wrong with a command before it waits for its turn.
std::optional<refusal> executor::refuse(const link::command& what,
                                        const std::shared_ptr<device::phone>& phone)
{
    if (!journal::valid_job_id(what.job_id))
        return invalid_job_id();
    if (shut_down_)
        return shutting_down(link::outcome::not_sent);
    if (phone == nullptr || !phone->attached())
        return not_connected();
    if (phone->facts().udid != what.udid) {
        log_->critical("a command for phone {} came to phone {}", what.udid, phone->facts().udid);
        return internal_error("The command came to another phone and was not executed.",
                              link::outcome::not_sent);
    }
    if (waiting(what.udid) >= options_.queue_limit)
        return queue_full(options_.queue_limit);
    if (link::lane_of(what.what) == link::lane::input)
        if (auto recorded = journal_.received(what.job_id); !recorded)
            return internal_error(recorded.error() + ". Nothing was sent to the phone.",
                                  link::outcome::not_sent);
    return std::nullopt;
}

/// A phone that was replugged is a new one: what still hangs on the old one does not hold it up.
std::shared_ptr<phone_lanes> executor::lanes_of(const std::string& udid,
                                                const std::shared_ptr<device::phone>& phone)
{
    std::erase_if(phones_, [](const auto& one) { return one.second.phone.expired(); });
    known_phone& known = phones_[udid];
    if (known.lanes == nullptr || known.phone.lock() != phone)
        known = {.phone = phone, .lanes = std::make_shared<phone_lanes>(home_, phone)};
    return known.lanes;
}

void executor::settled(const std::string& job_id, const std::string& udid)
{
    auto& used = used_[udid];
    --used.under_way;
    used.ended = std::chrono::steady_clock::now();
    under_way_.erase(job_id);
    if (under_way_.empty())
        idle_.notify_all();
}

/// Shared: stopping it may settle it, which takes it out of the map.
std::shared_ptr<execution> executor::find(const std::string& job_id) const
{
    const auto found = under_way_.find(job_id);
    return found == under_way_.end() ? nullptr : found->second;
}

void executor::withdraw(const std::string& job_id)
{
    if (const auto run = find(job_id))
        run->withdraw();
}

void executor::cancel(const std::string& job_id)
{
    if (const auto run = find(job_id))
        run->stop(execution::stop_reason::withdrawn);
}

void executor::shut_down()
{
    shut_down_ = true;
    const auto all = under_way_;
    for (const auto& [job_id, run] : all)
        run->stop(execution::stop_reason::shutdown);
}

asio::awaitable<void> executor::until_idle()
{
    while (!under_way_.empty())
        co_await idle_.wait();
}

std::shared_ptr<phone_frames> executor::frames_of(const std::shared_ptr<device::phone>& phone)
{
    return lanes_of(phone->facts().udid, phone)->frames;
}

std::size_t executor::waiting(const std::string& udid) const
{
    const auto known = phones_.find(udid);
    return known == phones_.end() ? 0 : known->second.lanes->waiting();
}

std::optional<std::chrono::steady_clock::time_point>
executor::last_used(const std::string& udid) const
{
    const auto found = used_.find(udid);
    if (found == used_.end())
        return std::nullopt;
    return found->second.under_way > 0 ? std::chrono::steady_clock::now() : found->second.ended;
}

} // namespace thimble::daemon
