#include "service/live_view/live_video.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace {

constexpr std::string_view video_capability = "screen.stream.hevc";

} // namespace

bool has_video(const known_phone& phone)
{
    const auto& able = phone.state.capabilities;
    return std::ranges::find(able, video_capability) != able.end();
}

live_video::live_video(const boost::asio::any_io_executor& home,
                       phone_ptr of,
                       video_policy::duration restart_interval)
    : phone_(std::move(of)), policy_(restart_interval), restart_timer_(home)
{
}

void live_video::add(video_follower& who)
{
    followers_.push_back(&who);
    policy_.join(&who, clock::now());
    plan_restart();
}

void live_video::remove(const video_follower& who)
{
    std::erase(followers_, &who);
    policy_.leave(&who);
    if (followers_.empty())
        follow(nullptr);
    plan_restart();
}

void live_video::fell_behind(const video_follower& who)
{
    policy_.fell_behind(&who);
    plan_restart();
}

bool live_video::follow(std::shared_ptr<desktop> via)
{
    if (via == via_)
        return false;
    if (via_) {
        tell(false);
        policy_.interrupted(clock::now());
        lose_all();
    }
    via_ = std::move(via);
    if (via_) {
        id_ = random_uuid(); // what still comes of the one before is of no use
        tell(true);
    }
    plan_restart();
    return true;
}

/// Units that were on their way are lost.
void live_video::tell_again()
{
    if (!via_)
        return;
    policy_.interrupted(clock::now());
    lose_all();
    tell(true);
    plan_restart();
}

void live_video::tell(bool on)
{
    link::stream wanted{
        .stream_id = id_, .udid = phone_->state.udid, .on = on, .codec = link::codec::hevc};
    if (!on)
        return via_->video(wanted, nullptr);
    wanted.frames_per_second = 60; // as many as the phone makes
    via_->video(wanted, [weak = weak_from_this(), id = id_](const link::access_unit& what) {
        if (const auto self = weak.lock(); self && self->via_ && self->id_ == id)
            self->take(what);
    });
}

void live_video::take(const link::access_unit& what)
{
    if (!what.data || what.data->empty() || !what.configuration)
        return;
    if (policy_.unit(what.key, what.number, clock::now()))
        hand_out(what);
    else
        lose_all();
    plan_restart();
}

/// A follower may fall behind by it, or leave.
void live_video::hand_out(const link::access_unit& what)
{
    live_unit_ptr shared;
    for (auto* each : std::vector(followers_)) {
        if (!policy_.in_step(each) || std::ranges::find(followers_, each) == followers_.end())
            continue;
        if (!shared) {
            live_unit made{what};
            made.frame_id = space_.name(*phone_, what.space);
            made.scale = phone_->state.scale.value_or(1);
            made.shown = link::shown_part(*what.configuration, phone_->state.native_size);
            made.message = message_of(what);
            shared = std::make_shared<const live_unit>(std::move(made));
        }
        each->take(shared);
    }
}

void live_video::lose_all()
{
    for (auto* each : std::vector(followers_))
        each->lose();
}

void live_video::plan_restart()
{
    const auto due = via_ ? policy_.restart_due() : std::nullopt;
    if (due)
        restart_timer_.set(std::max(*due - clock::now(), clock::duration::zero()),
                           [this] { restart_if_due(); });
    else
        restart_timer_.stop();
}

void live_video::restart_if_due()
{
    const auto due = policy_.restart_due();
    if (via_ && due && *due <= clock::now()) {
        policy_.restarted(clock::now());
        via_->restart_video(id_);
    }
    plan_restart();
}

} // namespace thimble::service
