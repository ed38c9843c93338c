#include "service/oauth/open_requests.hpp"

#include "service/accounts/token.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::oauth {

std::string
open_requests::add(authorization_request what, std::string network, clock::time_point now)
{
    forget_old(now);
    if (waiting_.size() >= limits_.most)
        make_room();
    auto id = random_token("") + suffix_;
    waiting_.emplace(id, waiting{.what = std::move(what),
                                 .network = std::move(network),
                                 .until = now + limits_.consent_time});
    return id;
}

void open_requests::make_room()
{
    std::map<std::string, std::size_t> counts;
    for (const auto& [id, each] : waiting_)
        ++counts[each.network];
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    auto oldest = waiting_.end();
    for (auto each = waiting_.begin(); each != waiting_.end(); ++each)
        if (each->second.network == most->first &&
            (oldest == waiting_.end() || each->second.until < oldest->second.until))
            oldest = each;
    waiting_.erase(oldest);
}

const authorization_request* open_requests::find(std::string_view id, clock::time_point now)
{
    const auto found = waiting_.find(id);
    return found == waiting_.end() || now >= found->second.until ? nullptr : &found->second.what;
}

void open_requests::remove(std::string_view id)
{
    if (const auto found = waiting_.find(id); found != waiting_.end())
        waiting_.erase(found);
}

std::string open_requests::issue(issued_code what, clock::time_point now)
{
    forget_old(now);
    if (codes_.size() >= limits_.most)
        codes_.erase(std::ranges::min_element(
            codes_, {}, [](const auto& each) { return each.second.forgotten; }));
    auto code = random_token("tg_") + suffix_;
    codes_.emplace(digest_of(code), code_entry{.issued = std::move(what),
                                               .grant_id = {},
                                               .until = now + limits_.code_time,
                                               .forgotten = now + limits_.memory_of_codes});
    return code;
}

met_code open_requests::take(std::string_view code, clock::time_point now)
{
    const auto found = codes_.find(digest_of(code));
    if (found == codes_.end())
        return {};
    auto& entry = found->second;
    entry.came_again = !entry.issued;
    auto issued = std::exchange(entry.issued, std::nullopt);
    if (now >= entry.until)
        issued.reset();
    return {.issued = std::move(issued), .grant_id = entry.grant_id};
}

bool open_requests::note_grant(std::string_view code, const std::string& grant_id)
{
    const auto found = codes_.find(digest_of(code));
    if (found == codes_.end())
        return false;
    found->second.grant_id = grant_id;
    return found->second.came_again;
}

void open_requests::forget_old(clock::time_point now)
{
    std::erase_if(waiting_, [now](const auto& each) { return now >= each.second.until; });
    std::erase_if(codes_, [now](const auto& each) { return now >= each.second.forgotten; });
}

} // namespace thimble::service::oauth
