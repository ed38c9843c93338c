#include "service/live_view/live_stream.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

live_stream::live_stream(phone_ptr of, int quality, std::size_t most)
    : phone_(std::move(of)), quality_(quality), most_(most)
{
}

void live_stream::add(viewer& who)
{
    viewers_.push_back(&who);
    if (via_ && largest_pace() != pace_)
        tell(true);
    if (newest_)
        who.offer(newest_);
}

void live_stream::remove(const viewer& who)
{
    std::erase(viewers_, &who);
    if (viewers_.empty())
        follow(nullptr);
    else if (via_ && largest_pace() != pace_)
        tell(true);
}

bool live_stream::follow(std::shared_ptr<desktop> via)
{
    if (via == via_)
        return false;
    if (via_)
        tell(false);
    newest_ = nullptr; // it may be long until the next
    via_ = std::move(via);
    if (via_) {
        id_ = random_uuid(); // what still comes of the one before is of no use
        tell(true);
    }
    return true;
}

void live_stream::tell_again()
{
    if (via_)
        tell(true);
}

int live_stream::largest_pace() const
{
    int out = 0;
    for (const auto* each : viewers_)
        out = std::max(out, each->wanted().frames_per_second);
    return out;
}

void live_stream::tell(bool on)
{
    link::stream wanted{.stream_id = id_, .udid = phone_->state.udid, .on = on};
    wanted.quality = quality_;
    if (!on) {
        via_->stream(wanted, nullptr);
        return;
    }
    pace_ = largest_pace();
    wanted.frames_per_second = pace_;
    via_->stream(wanted, [weak = weak_from_this(), id = id_](link::frame what) {
        if (const auto self = weak.lock(); self && self->via_ && self->id_ == id)
            self->take(std::move(what));
    });
}

void live_stream::take(link::frame what)
{
    const auto& picture = what.picture;
    if (!picture.data || picture.data->empty() || picture.data->size() > most_ ||
        picture.format != screen::picture_format::jpeg)
        return;
    const auto& frame_id = space_.name(*phone_, what.space);
    what.scale = phone_->state.scale.value_or(what.scale); // a link does not carry it
    newest_ = std::make_shared<const live_picture>(
        live_picture{.frame = std::move(what), .frame_id = frame_id});
    for (auto* each : viewers_)
        each->offer(newest_);
}

} // namespace thimble::service
