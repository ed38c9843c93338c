#include "service/sessions/usage_record.hpp"

#include "text/money.hpp"

#include <cmath>

namespace thimble::service::sessions {

using nlohmann::ordered_json;

namespace {

double minutes_of(std::chrono::milliseconds time)
{
    const std::chrono::duration<double, std::ratio<60>> exact(time);
    return std::round(exact.count() * 1000) / 1000;
}

} // namespace

ordered_json usage_record(const usage& of, const plan& agreed)
{
    ordered_json record;
    record["month"] = to_string(of.in);
    record["minutes_used"] = minutes_of(of.used);
    record["minutes_included"] = agreed.minutes ? ordered_json(*agreed.minutes) : ordered_json();
    record["minutes_overage"] = minutes_of(of.overage);
    record["overage_cost_usd"] = to_dollars(of.overage_cost);
    record["model_cost_usd"] = to_dollars(of.model_cost);
    return record;
}

} // namespace thimble::service::sessions
