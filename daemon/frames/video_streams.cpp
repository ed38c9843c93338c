#include "daemon/frames/video_streams.hpp"

#include <algorithm>

namespace thimble::daemon {

video_streams::video_streams(video_context with) : with_(std::move(with)) {}

video_streams::~video_streams()
{
    shut_down();
}

void video_streams::set(owner whose, const link::stream& wanted, receiver on_unit)
{
    const name which(whose, wanted.stream_id);
    const auto known = streams_.find(which);
    if (known != streams_.end() && wanted.on) {
        if (on_unit)
            known->second->hand_to(std::move(on_unit));
        return;
    }
    end(which);
    if (!wanted.on || shut_down_)
        return;
    if (owned_by(whose) >= most) {
        with_.log->warn("a video of phone {} is not served: there are too many", wanted.udid);
        return;
    }
    auto made = std::make_shared<followed_video>(with_, wanted.udid, std::move(on_unit));
    made->look();
    streams_.emplace(which, std::move(made));
}

void video_streams::restart(owner whose, const std::string& stream_id)
{
    if (const auto known = streams_.find(name(whose, stream_id)); known != streams_.end())
        known->second->want_key();
}

void video_streams::end(const name& which)
{
    const auto known = streams_.find(which);
    if (known == streams_.end())
        return;
    known->second->end();
    streams_.erase(known);
}

void video_streams::end_all(owner whose)
{
    std::erase_if(streams_, [whose](const auto& each) {
        if (each.first.first != whose)
            return false;
        each.second->end();
        return true;
    });
}

void video_streams::phone_changed(const std::string& udid)
{
    for (const auto& [which, each] : streams_)
        if (each->udid() == udid)
            each->look();
}

std::size_t video_streams::count(const std::string& udid) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        streams_, [&udid](const auto& each) { return each.second->udid() == udid; }));
}

std::size_t video_streams::owned_by(owner whose) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        streams_, [whose](const auto& each) { return each.first.first == whose; }));
}

void video_streams::shut_down()
{
    shut_down_ = true;
    for (const auto& [which, each] : streams_)
        each->end();
    streams_.clear();
}

} // namespace thimble::daemon
