#include "service/jobs/recovery.hpp"

#include "async/aborted.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

bool has_picture(const link::result& what)
{
    return what.frame && what.frame->picture.data;
}

link::result lost(const job& what)
{
    link::result out;
    out.job_id = what.id();
    out.udid = what.subject().udid;
    out.outcome = link::outcome::unknown;
    out.failure =
        failure{.code = "JOB_LOST",
                .message = "The service ended while the action was under way, and nothing "
                           "is known of its effect. Look at the screen before sending it "
                           "again."};
    return out;
}

} // namespace

recovery::recovery(const asio::any_io_executor& home,
                   jobs& kept,
                   std::shared_ptr<spdlog::logger> log)
    : kept_(kept), log_(std::move(log)),
      tasks_(home, [log = log_](const std::exception_ptr& problem) {
          log->error("a job of a former run: {}", store::problem_of(problem).text);
      })
{
}

void recovery::ask(const std::string& desktop_id, const std::shared_ptr<desktop>& via)
{
    for (const auto& each : kept_.recovered(desktop_id))
        tasks_.spawn(ask_for(each, via));
}

asio::awaitable<void> recovery::ask_for(job_ptr what, std::shared_ptr<desktop> via)
{
    auto known = co_await via->recall(what->id());
    if (known && known->job_id == what->id()) {
        const jobs::stored then = [via, job_id = what->id()] { via->settle(job_id); };
        const jobs::stored if_taken = [via, job_id = what->id()] { via->let_go(job_id); };
        if (known->frame && known->udid != what->subject().udid)
            known->frame.reset(); // of another phone
        if (has_picture(*known) && !what->has_result())
            co_await settle_with_picture(what, std::move(*known), then, if_taken);
        else
            settle(what, std::move(*known), then, if_taken);
    } else if (!what->has_result() && via->can_tell_of(what->id())) {
        settle(what, lost(*what));
    }
}

void recovery::give_up()
{
    for (const auto& each : kept_.recovered())
        settle(each, lost(*each));
}

void recovery::give_up(const std::vector<std::string>& job_ids)
{
    for (const auto& each : kept_.recovered())
        if (std::ranges::find(job_ids, each->id()) != job_ids.end())
            settle(each, lost(*each));
}

void recovery::settle(const job_ptr& what,
                      link::result how,
                      const jobs::stored& then,
                      const jobs::stored& if_taken)
{
    const bool first = !what->has_result(); // else it was given up meanwhile
    what->settle(std::move(how));
    if (!first)
        return kept_.record_correction(what, then, if_taken);
    kept_.record_end_soon(what, then, if_taken);
    what->announce();
}

/// The picture is kept before anybody hears of it; one that cannot be is lost, and no more.
asio::awaitable<void> recovery::settle_with_picture(job_ptr what,
                                                    link::result how,
                                                    jobs::stored then,
                                                    jobs::stored if_taken)
{
    what->settle(std::move(how));
    try {
        co_await kept_.record_end(what, then, if_taken);
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        log_->error("job {}: {}", what->id(), error.what());
        what->move_picture_to({});
        kept_.record_end_soon(what, std::move(then), std::move(if_taken));
    }
    what->announce();
}

asio::awaitable<void> recovery::close()
{
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service
