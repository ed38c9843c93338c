#include "service/phones/lease.hpp"

#include "service/phones/phones.hpp"
#include "text/iso_time.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

std::int64_t seconds_left(const lease& of)
{
    const auto left = std::chrono::ceil<std::chrono::seconds>(of.expires_at - lease::clock::now());
    return std::max<std::int64_t>(left.count(), 1);
}

} // namespace

const lease* lease_of(const std::optional<lease>& last, lease::clock::time_point now)
{
    return last && last->expires_at > now ? &*last : nullptr;
}

const lease* lease_of_other(const known_phone& phone, const actor& who)
{
    const auto* const held = lease_of(phone.leased, lease::clock::now());
    return held == nullptr || held->holder.is(who) ? nullptr : held;
}

nlohmann::ordered_json lease_record(const lease& of)
{
    nlohmann::ordered_json record;
    record["id"] = of.id;
    record["holder"] = actor_record(of.holder);
    record["created_at"] = iso_time(of.created_at);
    record["expires_at"] = iso_time(of.expires_at);
    return record;
}

result<void> check_lease(const known_phone& phone, const actor& who)
{
    const auto* const held = lease_of_other(phone, who);
    if (held == nullptr)
        return {};
    const auto left = seconds_left(*held);
    return std::unexpected(failure{.code = "PHONE_LEASED",
                                   .message = "Somebody else has leased this phone, for " +
                                              std::to_string(left) +
                                              " s more; wait until then, or ask for another phone.",
                                   .context = {{"phone_id", phone.id},
                                               {"holder", actor_record(held->holder)},
                                               {"expires_at", iso_time(held->expires_at)},
                                               {"remaining_s", left}}});
}

} // namespace thimble::service
