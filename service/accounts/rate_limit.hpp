// Limit of the requests that a key may make in a second.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service {

struct rate {
    double per_second = 1; // more than 0
    double burst = 1;      // at once, after a while of silence; at least 1
};

/// "20" (at once as many as in two seconds) or "20:100"; nothing for anything else.
std::optional<rate> parse_rate(std::string_view text);

/// A bucket of tokens for each key: a request takes one, time brings them back. Home thread.
class rate_limiter {
public:
    using clock = std::chrono::steady_clock;

    /// Nothing: there is no limit.
    explicit rate_limiter(std::optional<rate> granted) : granted_(granted) {}

    /// Takes a token of the key. When there is none: how long until there is.
    std::optional<clock::duration> refuse(const std::string& key_id, clock::time_point now);

    /// The request of the key is not to count after all.
    void give_back(const std::string& key_id);

    // Among nodes of a service, each of which lets requests of a key in.

    /// From now on it is counted what is let in here.
    void count_spent() { counts_ = true; }

    /// Tokens that were taken here since the last time, by key.
    std::map<std::string, double> take_spent()
    {
        auto out = std::exchange(spent_, {});
        std::erase_if(out, [](const auto& each) { return each.second == 0; });
        return out;
    }

    /// Tokens that were taken elsewhere. A bucket owes no more than it holds.
    void spend(const std::string& key_id, double tokens, clock::time_point now);

    /// Of how many keys it keeps account.
    std::size_t remembered() const noexcept { return buckets_.size(); }

private:
    struct bucket {
        double tokens = 0;
        clock::time_point filled_at;
    };

    bucket& filled_bucket(const std::string& key_id, clock::time_point now);
    void forget_full_buckets(clock::time_point now);
    double tokens_at(const bucket& of, clock::time_point now) const;

    std::optional<rate> granted_;
    std::map<std::string, bucket> buckets_;
    bool counts_ = false;
    std::map<std::string, double> spent_;
};

} // namespace thimble::service
