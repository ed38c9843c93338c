#include "service/sessions/facts.hpp"

#include "text/iso_time.hpp"
#include "text/json_member.hpp"
#include "text/money.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace thimble::service::sessions {

using nlohmann::ordered_json;

std::int64_t facts::cost() const
{
    const auto costs = std::views::values(model_cost);
    return std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

std::chrono::milliseconds facts::lasted(moment at) const
{
    using std::chrono::milliseconds;
    const auto end = completed_at.value_or(at);
    return std::max(milliseconds(0),
                    std::chrono::floor<milliseconds>(end - started_at.value_or(end)));
}

ordered_json session_record(const facts& of, moment now)
{
    ordered_json record;
    record["id"] = of.id;
    record["phone_id"] = of.phone_id;
    record["instruction"] = of.asked.instruction;
    record["status"] = to_string(of.now);
    record["cost_usd"] = to_dollars(of.cost());
    record["duration_ms"] = of.lasted(now).count();
    record["num_turns"] = of.turns;
    record["error"] = text_or_null(of.error);
    record["created_at"] = iso_time(of.created_at);
    record["started_at"] = time_or_null(of.started_at);
    record["completed_at"] = time_or_null(of.completed_at);
    record["model"] = of.asked.model;
    record["result"] = text_or_null(of.result);
    record["max_turns"] = of.asked.max_turns;
    record["max_cost_usd"] =
        of.asked.max_cost ? ordered_json(to_dollars(*of.asked.max_cost)) : ordered_json();
    record["timeout_s"] = of.asked.timeout.count();
    record["waiting_for"] = text_or_null(of.waiting_for);
    record["recording_id"] = text_or_null(of.recording_id);
    return record;
}

consumption consumption_of(const facts& what, moment now)
{
    return {.account_id = what.account_id,
            .session_id = what.id,
            .started_at = what.started_at,
            .until = what.completed_at.value_or(now),
            .model_cost = what.model_cost};
}

} // namespace thimble::service::sessions
