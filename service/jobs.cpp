#include "service/jobs.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

std::size_t picture_bytes(const job& what)
{
    const auto* const frame =
        what.settled() && what.result().frame ? &*what.result().frame : nullptr;
    return frame != nullptr && frame->picture.data ? frame->picture.data->size() : 0;
}

bool matches(const jobs::filter& wanted, const job& what)
{
    return (!wanted.phone_id || *wanted.phone_id == what.phone_id()) &&
           (!wanted.status || *wanted.status == what.status());
}

} // namespace

void jobs::add(job_ptr what)
{
    by_id_.emplace(what->id(), what);
    if (what->action() == link::screenshot::name)
        pictures_.push_back(what);
    in_order_.push_back(std::move(what));
    prune(job::clock::now());
}

job_ptr jobs::find(const std::string& id)
{
    prune(job::clock::now());
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
}

jobs::page jobs::list(const filter& wanted)
{
    prune(job::clock::now());
    page out;
    auto at = in_order_.rbegin();
    if (wanted.before)
        at = std::find_if(at, in_order_.rend(),
                          [&](const auto& each) { return each->id() == *wanted.before; });
    if (wanted.before && at != in_order_.rend())
        ++at;
    for (; at != in_order_.rend(); ++at) {
        if (!matches(wanted, **at))
            continue;
        if (out.jobs.size() == wanted.limit) {
            out.next_before = out.jobs.back()->id();
            break;
        }
        out.jobs.push_back(*at);
    }
    return out;
}

void jobs::prune(job::clock::time_point now)
{
    const auto gone = [&](const job& oldest) {
        return oldest.settled() &&
               (in_order_.size() > limits_.jobs || now - oldest.created_at() > limits_.job_age);
    };
    while (!in_order_.empty() && gone(*in_order_.front())) {
        by_id_.erase(in_order_.front()->id());
        in_order_.pop_front();
    }
    prune_pictures(now);
}

void jobs::prune_pictures(job::clock::time_point now)
{
    std::size_t kept = 0;
    for (const auto& each : pictures_)
        kept += picture_bytes(*each);
    const auto gone = [&](const job& oldest) {
        return oldest.settled() &&
               (kept > limits_.picture_bytes || now - oldest.created_at() > limits_.picture_age);
    };
    while (!pictures_.empty() && gone(*pictures_.front())) {
        kept -= picture_bytes(*pictures_.front());
        pictures_.front()->drop_picture();
        pictures_.pop_front();
    }
}

} // namespace thimble::service
