// An agent that goes on with a session of another node: what the model has been told is rebuilt
// from the session's events, and what came of the last act is found out before the next one.
#include "service/agent_loop/agent_loop.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

asio::awaitable<void> agent_loop::go_on_from(left_session what)
{
    const auto known = session_.known();
    auto past = retell(known.asked.instruction, what.events);
    history_ = std::move(past.told);
    refused_claims_ = past.refused_claims;
    unheard_ = std::move(past.unheard);
    std::erase_if(what.acts, [&](const auto& id) { return past.told_jobs.contains(id); });
    auto use = std::move(past.open_use);
    if (use && asks_user(*use) && what.acts.empty()) {
        co_await hear_old_question(*use, std::move(past.answers));
        use.reset();
    } else {
        std::ranges::move(past.answers, std::back_inserter(unheard_));
    }
    for (const auto& job_id : what.acts) {
        auto came = co_await outcome_of(job_id);
        if (session_.is_leaving())
            co_return;
        if (use)
            answer(*use, std::move(came));
        else
            history_.add_from_user({"Before the session came to another node of the service, one "
                                    "more thing was begun: " +
                                    came.text});
        use.reset();
    }
    if (use)
        answer(*use, step_not_begun());
}

asio::awaitable<void> agent_loop::hear_old_question(models::tool_use use,
                                                    std::vector<std::string> said)
{
    if (said.empty()) {
        co_await session_.until_it_runs();
        said = session_.take_messages();
    }
    answer(use, said.empty() ? step_failed("There was no answer.")
                             : step_done("The user answers: " + words_of_user(said)));
}

/// Of an act that another node has begun: its journal says what came of it, or it stays unknown.
asio::awaitable<step_result> agent_loop::outcome_of(std::string job_id)
{
    const auto work =
        with_.find_job ? co_await with_.find_job(session_.known().account_id, job_id) : nullptr;
    if (work == nullptr)
        co_return step_failed("It is not known what came of it: look at the screen, and do not "
                              "repeat it blindly.");
    while (!work->settled()) {
        session_.heed(); // an interruption does not make it known sooner
        co_await session_.unless_called_off(work->until_settled());
        if (session_.has_ended() || session_.is_leaving())
            break;
    }
    co_return step_of(*work);
}

/// True once this node holds its lease; false where the turn is over before.
asio::awaitable<bool> agent_loop::until_leased()
{
    while (!is_leased()) {
        if (session_.is_called_off())
            co_return false;
        co_await rest(with_.limits.phone_poll);
    }
    co_return true;
}

} // namespace thimble::service
