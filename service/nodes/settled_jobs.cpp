#include "service/nodes/settled_jobs.hpp"

#include "text/json_member.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

/// To all nodes together; the rest comes in other messages.
constexpr std::size_t most_settled = 1'000;

constexpr const char* links_member = "links";
constexpr const char* desktop_key = "desktop";
constexpr const char* epoch_key = "epoch";
constexpr const char* jobs_key = "jobs";

} // namespace

settled_jobs::settled_jobs(asio::any_io_executor home, channel& out)
    : home_(std::move(home)), out_(out)
{
}

/// The store says of many at once that it has them: each is posted to the home thread by itself.
void settled_jobs::tell(const std::string& node, const link_of_desktop& on, std::string job_id)
{
    waiting_[node][on].push_back(std::move(job_id));
    if (++count_ >= most_settled)
        return tell_now();
    if (count_ > 1)
        return; // they will go out with the first
    asio::post(home_, [this, alive = std::weak_ptr(alive_)] {
        if (!alive.expired())
            tell_now();
    });
}

void settled_jobs::tell_now()
{
    count_ = 0;
    for (const auto& [node, links] : std::exchange(waiting_, {})) {
        auto list = nlohmann::json::array();
        for (const auto& [on, job_ids] : links) {
            nlohmann::json entry{
                {desktop_key, on.desktop_id}, {epoch_key, on.epoch}, {jobs_key, job_ids}};
            list.push_back(std::move(entry));
        }
        envelope what{.kind = std::string(kinds::settled)};
        what.more[links_member] = std::move(list);
        out_.publish(question_subject(node), std::move(what));
    }
}

settled_jobs::by_link settled_jobs::jobs_in(const envelope& what)
{
    by_link out;
    const auto list = what.more.find(links_member);
    if (list == what.more.end() || !list->is_array())
        return out;
    for (const auto& each : *list) {
        const auto jobs = each.find(jobs_key);
        if (jobs == each.end() || !jobs->is_array())
            continue;
        link_of_desktop on{.desktop_id = member<std::string>(each, desktop_key),
                           .epoch = member<std::int64_t>(each, epoch_key)};
        auto& job_ids = out[std::move(on)];
        for (const auto& id : *jobs)
            if (id.is_string())
                job_ids.push_back(id.get<std::string>());
    }
    return out;
}

} // namespace thimble::service::nodes
