#include "models/retry.hpp"

#include "text/whole_number.hpp"

#include <algorithm>

namespace thimble::service::models {

using std::chrono::milliseconds;

namespace {

/// Half of it is sure, half is chance.
milliseconds back_off(const retry_policy& policy, unsigned failed, double chance)
{
    constexpr unsigned most_doublings = 20;
    const auto doublings = std::min(failed - 1, most_doublings);
    const auto full =
        std::min<milliseconds>(policy.first_wait * (1L << doublings), policy.longest_wait);
    const auto half = full / 2;
    return half +
           milliseconds(static_cast<milliseconds::rep>(static_cast<double>(half.count()) * chance));
}

} // namespace

bool may_pass(const model_failure& what)
{
    if (what.told)
        return false;
    switch (what.kind) {
    case failure_kind::rate_limited:
    case failure_kind::overloaded:
    case failure_kind::unavailable:
    case failure_kind::network:
    case failure_kind::timed_out:
        return true;
    default:
        return false;
    }
}

std::optional<milliseconds> wait_before_retry(const retry_policy& policy,
                                              const model_failure& what,
                                              unsigned failed,
                                              milliseconds left,
                                              double chance)
{
    if (!may_pass(what) || failed >= policy.tries)
        return std::nullopt;
    // The time added to the provider's own keeps all who were told the same apart.
    const auto wait =
        what.retry_after.value_or(milliseconds(0)) +
        (what.retry_after ? back_off(policy, 1, chance) : back_off(policy, failed, chance));
    if (wait >= left)
        return std::nullopt;
    return wait;
}

std::optional<milliseconds> parse_retry_after(std::string_view text)
{
    constexpr unsigned most = 24 * 60 * 60;
    return whole_number<unsigned>(text).transform(
        [most](unsigned seconds) { return std::chrono::seconds(std::min(seconds, most)); });
}

} // namespace thimble::service::models
