#include "store/transact.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <random>
#include <thread>

namespace thimble::service::store {

namespace {

/// Each is overtaken by another that has come through, so that somebody always gets on.
constexpr int most_attempts = 20;

struct failed_attempt {
    problem why;
    bool overtaken = false; // nothing has happened: to be tried again
    bool cut_off = false;   // the same, because the connection was lost
};

std::expected<void, failed_attempt>
attempt(connection& on, access how, const std::function<void(transaction&)>& work)
{
    bool committing = false;
    bool reached = false;
    try {
        transaction now(on);
        on.begin(how);
        reached = true;
        work(now);
        committing = true;
        on.commit();
        return {};
    } catch (...) {
        const auto failure = std::current_exception();
        const bool in_doubt = on.is_lost() && committing && how != access::read;
        failed_attempt out{.why = problem_of(failure),
                           .overtaken = on.was_overtaken(failure),
                           .cut_off = on.is_lost() && !in_doubt};
        out.why.may_have_happened = out.why.may_have_happened || in_doubt;
        out.why.unreached = out.cut_off;
        out.why.away = out.why.away || on.is_lost();
        if (reached)
            on.roll_back();
        return std::unexpected(std::move(out));
    }
}

/// On a thread of the store. Those that were in each other's way do not meet again at once.
void step_back(int attempts)
{
    thread_local std::minstd_rand random(std::random_device{}());
    const auto most = std::min(attempts * 2, 20);
    std::this_thread::sleep_for(
        std::chrono::milliseconds(std::uniform_int_distribution(1, most)(random)));
}

} // namespace

outcome<void>
run_transaction(connection& on, access how, const std::function<void(transaction&)>& work)
{
    bool opened_anew = false; // once: what is cut off again and again may be cut off by the work
    for (int attempts = 1;; ++attempts) {
        opened_anew = opened_anew || on.is_lost();
        auto done = attempt(on, how, work);
        if (done)
            return {};
        auto& failed = done.error();
        const bool again = failed.overtaken || (failed.cut_off && !opened_anew);
        if (!again || attempts == most_attempts)
            return std::unexpected(std::move(failed.why));
        if (failed.overtaken)
            step_back(attempts);
    }
}

} // namespace thimble::service::store
