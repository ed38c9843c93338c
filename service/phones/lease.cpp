#include "service/phones/lease.hpp"

#include "service/phones/phones.hpp"
#include "text/iso_time.hpp"

namespace thimble::service {

namespace {

/// At least one: it is not over yet.
std::int64_t seconds_left(const lease& of, lease::clock::time_point now)
{
    return std::chrono::ceil<std::chrono::seconds>(of.expires_at - now).count();
}

} // namespace

const lease* lease_of(const std::optional<lease>& last, lease::clock::time_point now)
{
    return last && last->expires_at > now ? &*last : nullptr;
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
    const auto now = lease::clock::now();
    const auto* const held = lease_of(phone.leased, now);
    if (held == nullptr || held->holder.is(who))
        return {};
    const auto left = seconds_left(*held, now);
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
