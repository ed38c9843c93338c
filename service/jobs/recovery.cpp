#include "service/jobs/recovery.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

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
    : kept_(kept), tasks_(home, [log = std::move(log)](const std::exception_ptr& problem) {
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
    if (known && known->job_id == what->id())
        settle(
            what, std::move(*known), [via, job_id = what->id()] { via->settle(job_id); },
            [via, job_id = what->id()] { via->let_go(job_id); });
    else if (!what->has_result() && via->can_tell_of(what->id()))
        settle(what, lost(*what));
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

asio::awaitable<void> recovery::close()
{
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service
