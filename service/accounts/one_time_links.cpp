#include "service/accounts/one_time_links.hpp"

#include "service/accounts/digest_map.hpp"
#include "service/accounts/token.hpp"

#include <algorithm>

namespace thimble::service {

std::string one_time_links::make(clock::time_point now)
{
    auto token = random_token("tl_");
    if (open_.size() >= most_open_links)
        open_.pop_front();
    open_.push_back({.digest = digest_of(token), .made_at = now});
    return token;
}

bool one_time_links::use(std::string_view token, clock::time_point now)
{
    std::erase_if(open_, [&](const auto& each) { return now - each.made_at >= life_of_link; });
    return std::erase_if(open_, [digest = digest_of(token)](const auto& each) {
               return same_digest()(each.digest, digest);
           }) > 0;
}

} // namespace thimble::service
