#include "tests/e2e/faults/callers.hpp"

#include "tests/e2e/eventually.hpp"

#include <utility>

namespace thimble::e2e {

namespace {

constexpr std::chrono::milliseconds pause_after_refusal{20};   // or nothing else runs
constexpr std::chrono::milliseconds pause_without_answer{100}; // each is asked again at the end
constexpr std::chrono::milliseconds pause_between_looks{20};

/// A member at the end of a path of objects; empty where there is none.
std::string text_at(const nlohmann::json& in, const std::vector<std::string>& path)
{
    const auto* at = &in;
    for (const auto& name : path) {
        if (!at->is_object() || !at->contains(name))
            return {};
        at = &at->at(name);
    }
    return at->is_string() ? at->get<std::string>() : std::string{};
}

/// A client waits for what it has begun, or the queue of the phone grows without bounds. It asks
/// again when the service does not answer.
void await_end(const tapped_system& all, const std::string& job_id)
{
    constexpr auto longest = std::chrono::seconds(120);
    for (const auto began = steady::now(); steady::now() - began < longest;) {
        try {
            const auto job = all.api().get("/v1/jobs/" + job_id);
            const auto status = text_at(job.json(), {"status"});
            if (job.status == 404 || status == "completed" || status == "failed")
                return;
        } catch (const std::exception&) { // the service is away
        }
        std::this_thread::sleep_for(pause_between_looks);
    }
}

} // namespace

asked_tap ask_for_tap(const tapped_system& all, numbered_tap tap, std::size_t phone, manner how)
{
    asked_tap out{.tap = tap,
                  .phone = phone,
                  .how = how,
                  .began = steady::now(),
                  .ended = {},
                  .job_id = {},
                  .outcome = {},
                  .answer = {}};
    const header_fields key{{"Idempotency-Key", out.key()}};
    const auto path = all.path(phone, how == manner::async ? "/tap?async=true" : "/tap");
    try {
        const auto answer =
            all.api().post(path, tap.body(), how == manner::with_key ? key : header_fields{});
        out.ended = steady::now();
        const auto record = answer.json();
        out.answer = answer.body;
        if (answer.status >= 500 && !record.is_object()) // of a load balancer that heard no answer
            return out;
        out.status = answer.status;
        out.outcome = text_at(record, {"context", "outcome"});
        out.completed = answer.status == 200 && how != manner::async;
        out.job_id = out.completed          ? text_at(record, {"id"})
                     : answer.status == 200 ? text_at(record, {"job_id"})
                                            : text_at(record, {"context", "job", "id"});
    } catch (const std::exception& problem) {
        out.ended = steady::now();
        out.answer = problem.what();
    }
    if (out.status == 200 && !out.completed)
        await_end(all, out.job_id);
    return out;
}

callers::callers(const tapped_system& all, tap_numbers& numbers) : all_(all), numbers_(numbers)
{
    for (std::size_t phone = 0; phone < all.phones().size(); ++phone)
        for (const auto how : {manner::sync, manner::async, manner::with_key})
            clients_.emplace_back([this, phone, how] { tap_on(phone, how); });
}

callers::~callers()
{
    stop();
}

std::vector<asked_tap> callers::stop()
{
    stopping_ = true;
    for (auto& each : std::exchange(clients_, {}))
        each.join();
    return std::exchange(asked_, {});
}

void callers::tap_on(std::size_t phone, manner how)
{
    while (!stopping_) {
        auto mine = ask_for_tap(all_, numbers_.next(), phone, how);
        const auto status = mine.status;
        {
            const std::scoped_lock lock(mutex_);
            asked_.push_back(std::move(mine));
        }
        if (status != 200) // as a client would
            std::this_thread::sleep_for(status == 0 ? pause_without_answer : pause_after_refusal);
    }
}

} // namespace thimble::e2e
