#include "daemon/frames/streams.hpp"

#include <algorithm>

namespace thimble::daemon {

streams::streams(picture_source_context from, picture_pool& pool)
    : from_(std::move(from)), pool_(pool)
{
}

streams::~streams()
{
    shut_down();
}

void streams::set(owner whose,
                  const link::stream& wanted,
                  std::function<void(link::frame)> on_frame)
{
    const name which(whose, wanted.stream_id);
    const auto known = streams_.find(which);
    if (known != streams_.end() && !on_frame)
        on_frame = known->second.on_frame;
    end(which);
    if (!wanted.on || shut_down_)
        return;
    if (!format_of(wanted.codec) || owned_by(whose) >= most) {
        from_.log->warn("a stream of phone {} is not served: {}", wanted.udid,
                        format_of(wanted.codec) ? "there are too many" : "its codec is not known");
        return;
    }
    auto of = picture_of(wanted.udid);
    auto stream = of->begin(wanted, on_frame);
    streams_.emplace(
        which,
        one{.of = std::move(of), .stream = std::move(stream), .on_frame = std::move(on_frame)});
}

/// Kept while its feed uses the phone: there must not be another one beside it.
std::shared_ptr<live_stream> streams::picture_of(const std::string& udid)
{
    std::erase_if(phones_, [](const auto& each) { return each.second->idle(); });
    auto& known = phones_[udid];
    if (known == nullptr)
        known = std::make_shared<live_stream>(from_, pool_, udid);
    return known;
}

void streams::end(const name& which)
{
    const auto known = streams_.find(which);
    if (known == streams_.end())
        return;
    known->second.of->end(known->second.stream);
    streams_.erase(known);
}

void streams::end_all(owner whose)
{
    std::erase_if(streams_, [whose](const auto& each) {
        if (each.first.first != whose)
            return false;
        each.second.of->end(each.second.stream);
        return true;
    });
}

void streams::phone_changed(const std::string& udid)
{
    if (const auto known = phones_.find(udid); known != phones_.end())
        known->second->phone_changed();
}

std::size_t streams::count(const std::string& udid) const
{
    const auto known = phones_.find(udid);
    return known == phones_.end() ? 0 : known->second->streams();
}

std::size_t streams::owned_by(owner whose) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        streams_, [whose](const auto& each) { return each.first.first == whose; }));
}

void streams::shut_down()
{
    shut_down_ = true;
    for (const auto& [which, each] : streams_)
        each.of->end(each.stream);
    streams_.clear();
}

} // namespace thimble::daemon
