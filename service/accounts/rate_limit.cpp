#include "service/accounts/rate_limit.hpp"

#include "text/whole_number.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

constexpr unsigned highest_rate = 1'000'000;
constexpr std::size_t many_buckets = 10'000;

std::optional<unsigned> parse_count(std::string_view text)
{
    return whole_number(text, 1U, highest_rate);
}

} // namespace

std::optional<rate> parse_rate(std::string_view text)
{
    const auto colon = text.find(':');
    const auto per_second = parse_count(text.substr(0, std::min(colon, text.size())));
    if (!per_second)
        return std::nullopt;
    if (colon == std::string_view::npos)
        return rate{.per_second = *per_second * 1.0, .burst = *per_second * 2.0};
    const auto burst = parse_count(text.substr(colon + 1));
    if (!burst)
        return std::nullopt;
    return rate{.per_second = *per_second * 1.0, .burst = *burst * 1.0};
}

double rate_limiter::tokens_at(const bucket& of, clock::time_point now) const
{
    const std::chrono::duration<double> since = now - of.filled_at;
    return std::min(granted_->burst, of.tokens + since.count() * granted_->per_second);
}

rate_limiter::bucket& rate_limiter::filled_bucket(const std::string& key_id, clock::time_point now)
{
    if (buckets_.size() >= many_buckets)
        forget_full_buckets(now);
    auto& mine = buckets_.try_emplace(key_id, bucket{granted_->burst, now}).first->second;
    mine = {.tokens = tokens_at(mine, now), .filled_at = now};
    return mine;
}

void rate_limiter::spend(const std::string& key_id, double tokens, clock::time_point now)
{
    if (!granted_)
        return;
    auto& mine = filled_bucket(key_id, now);
    mine.tokens = std::clamp(mine.tokens - tokens, -granted_->burst, granted_->burst);
}

std::optional<rate_limiter::clock::duration> rate_limiter::refuse(const std::string& key_id,
                                                                  clock::time_point now)
{
    if (!granted_)
        return std::nullopt;
    auto& mine = filled_bucket(key_id, now);
    if (mine.tokens >= 1) {
        mine.tokens -= 1;
        if (counts_)
            spent_[key_id] += 1;
        return std::nullopt;
    }
    const std::chrono::duration<double> missing((1 - mine.tokens) / granted_->per_second);
    return std::chrono::ceil<clock::duration>(missing);
}

void rate_limiter::give_back(const std::string& key_id)
{
    if (const auto mine = buckets_.find(key_id); mine != buckets_.end())
        mine->second.tokens += 1; // too many are poured out when it is looked at next
    if (counts_ && granted_)
        spent_[key_id] -= 1;
}

/// A full bucket is as good as none.
void rate_limiter::forget_full_buckets(clock::time_point now)
{
    std::erase_if(buckets_,
                  [&](const auto& each) { return tokens_at(each.second, now) >= granted_->burst; });
}

} // namespace thimble::service
