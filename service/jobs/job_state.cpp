#include "service/jobs/job_state.hpp"

#include "service/jobs/job_row_mapping.hpp"
#include "text/json_member.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

using moment = store::job_row::time;

std::int64_t ticks_of(moment when)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(when.time_since_epoch()).count();
}

moment moment_of(std::int64_t ticks)
{
    return moment(std::chrono::duration_cast<moment::duration>(std::chrono::microseconds(ticks)));
}

std::optional<moment> find_moment(const nlohmann::json& in, std::string_view name)
{
    const auto ticks = find_member<std::int64_t>(in, name);
    return ticks ? std::optional(moment_of(*ticks)) : std::nullopt;
}

void put(nlohmann::json& into, const char* name, const std::optional<std::string>& text)
{
    if (text)
        into[name] = *text;
}

void put_end(nlohmann::json& into, const store::job_row& row)
{
    into["completed"] = ticks_of(*row.completed_at);
    into["queued_us"] = row.queued_us;
    into["device_us"] = row.device_us;
    into["total_us"] = row.total_us;
    put(into, "outcome", row.outcome);
    put(into, "failure", row.failure);
    put(into, "value", row.value);
    put(into, "receipt", row.receipt);
    put(into, "frame", row.frame);
    put(into, "picture", row.picture);
}

} // namespace

nlohmann::json job_state(const job& what)
{
    const auto row = whole_row_of(what);
    nlohmann::json out{{"id", row.id},
                       {"account", row.account_id},
                       {"phone", row.phone_id},
                       {"udid", row.udid},
                       {"desktop", row.desktop_id},
                       {"action", row.action},
                       {"created", ticks_of(row.created_at)}};
    if (row.started_at)
        out["started"] = ticks_of(*row.started_at);
    if (what.settled()) // else nobody is to hear of a result that may be there
        put_end(out, row);
    else if (const auto& how_far = what.progress())
        out["progress"] = {{"step", how_far->step}, {"done", how_far->done}};
    return out;
}

job_ptr read_job_state(const asio::any_io_executor& home, const nlohmann::json& state)
{
    using text = std::string;
    store::job_row row;
    row.id = member<text>(state, "id");
    row.account_id = member<text>(state, "account");
    const auto created = find_moment(state, "created");
    if (row.id.empty() || row.account_id.empty() || !created)
        return nullptr;
    row.phone_id = member<text>(state, "phone");
    row.udid = member<text>(state, "udid");
    row.desktop_id = member<text>(state, "desktop");
    row.action = member<text>(state, "action");
    row.created_at = *created;
    row.started_at = find_moment(state, "started");
    row.completed_at = find_moment(state, "completed");
    row.outcome = find_member<text>(state, "outcome");
    row.failure = find_member<text>(state, "failure");
    row.value = find_member<text>(state, "value");
    row.receipt = find_member<text>(state, "receipt");
    row.queued_us = member<std::int64_t>(state, "queued_us");
    row.device_us = member<std::int64_t>(state, "device_us");
    row.total_us = member<std::int64_t>(state, "total_us");
    row.frame = find_member<text>(state, "frame");
    row.picture = find_member<text>(state, "picture");
    auto out = read_job(home, row);
    if (row.completed_at)
        return out;
    std::optional<job_progress> how_far;
    if (const auto told = state.find("progress"); told != state.end() && told->is_object())
        how_far = job_progress{.step = member<text>(*told, "step"),
                               .done = member<double>(*told, "done")};
    out->adopt(row.started_at, std::move(how_far));
    return out;
}

} // namespace thimble::service
