#include "service/live_view/live_pictures.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace {

failure too_many_viewers(const known_phone& phone, std::size_t limit)
{
    return {.code = "QUEUE_FULL",
            .message = "Too many are watching already; try again when somebody has stopped.",
            .context = {{"phone_id", phone.id}, {"limit", limit}}};
}

failure too_many_of_account(const known_phone& phone, std::size_t share)
{
    return {.code = "QUEUE_FULL",
            .message = "This account has as many viewers as one account may; try again when one of "
                       "them has stopped.",
            .context = {{"phone_id", phone.id}, {"limit", share}}};
}

} // namespace

live_pictures::live_pictures(boost::asio::any_io_executor home,
                             const phones& known,
                             metrics& meter,
                             stream_limits granted,
                             account_count accounts,
                             std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), known_(known), meter_(meter), limits_(granted),
      accounts_(std::move(accounts)), log_(std::move(log))
{
}

result<std::unique_ptr<viewer>>
live_pictures::admit(const phone_ptr& phone, viewer_wish wanted, const account& who)
{
    const auto share = account_share(limits_.viewers, accounts_());
    if (viewers_of(who) >= share && share < limits_.viewers)
        return std::unexpected(too_many_of_account(*phone, share));
    if (places_.size() >= limits_.viewers)
        return std::unexpected(too_many_viewers(*phone, limits_.viewers));
    if (viewers_of(*phone) >= limits_.viewers_of_phone)
        return std::unexpected(too_many_viewers(*phone, limits_.viewers_of_phone));
    auto made = std::make_unique<viewer>(home_, *this, wanted, who);
    auto& its = places_.emplace_back(place{.who = made.get(), .phone = phone});
    if (wanted.pictures)
        join(its);
    note_viewers(*phone);
    return made;
}

void live_pictures::note_viewers(const known_phone& of) const
{
    if (when_viewers_change_)
        when_viewers_change_(of.id);
}

live_pictures::place* live_pictures::place_of(const viewer& who)
{
    const auto found = std::ranges::find(places_, &who, &place::who);
    return found == places_.end() ? nullptr : &*found;
}

void live_pictures::join(place& who)
{
    who.at = stream_of(who.phone, who.who->wanted().quality);
    who.at->add(*who.who);
    who.at->follow(route_of(*who.phone));
}

void live_pictures::part(place& who)
{
    const auto from = std::exchange(who.at, nullptr);
    if (!from)
        return;
    from->remove(*who.who);
    if (from->empty())
        std::erase(streams_, from);
}

void live_pictures::follow_video(const viewer& who, video_follower& as)
{
    auto* const found = place_of(who);
    if (found == nullptr || found->video)
        return;
    found->video = video_of(found->phone);
    found->follower = &as;
    found->video->add(as);
    found->video->follow(video_route_of(*found->phone));
}

void live_pictures::unfollow_video(const viewer& who)
{
    if (auto* const found = place_of(who); found != nullptr)
        part_from_video(*found);
}

void live_pictures::part_from_video(place& who)
{
    const auto from = std::exchange(who.video, nullptr);
    if (!from)
        return;
    from->remove(*who.follower);
    if (from->empty())
        std::erase(videos_, from);
}

void live_pictures::show_pictures(viewer& who, bool on)
{
    auto* const found = place_of(who);
    if (found == nullptr || on == (found->at != nullptr))
        return;
    if (on) {
        join(*found);
    } else {
        part(*found);
        who.clear();
    }
}

void live_pictures::fell_behind(const viewer& who)
{
    if (const auto* found = place_of(who); found != nullptr && found->video)
        found->video->fell_behind(*found->follower);
}

/// Of this very phone: one that was forgotten may be known anew while its viewers are still ending.
std::shared_ptr<live_stream> live_pictures::stream_of(const phone_ptr& phone, int quality)
{
    const auto same = [&](const auto& each) {
        return &each->phone() == phone.get() && each->quality() == quality;
    };
    if (const auto found = std::ranges::find_if(streams_, same); found != streams_.end())
        return *found;
    return streams_.emplace_back(
        std::make_shared<live_stream>(phone, quality, limits_.picture_bytes));
}

std::shared_ptr<live_video> live_pictures::video_of(const phone_ptr& phone)
{
    const auto same = [&](const auto& each) { return &each->phone() == phone.get(); };
    if (const auto found = std::ranges::find_if(videos_, same); found != videos_.end())
        return *found;
    return videos_.emplace_back(
        std::make_shared<live_video>(home_, phone, limits_.restart_interval));
}

/// nullptr where the phone has none, too.
std::shared_ptr<desktop> live_pictures::video_route_of(const known_phone& phone) const
{
    return has_video(phone) ? route_of(phone) : nullptr;
}

/// nullptr while there is none.
std::shared_ptr<desktop> live_pictures::route_of(const known_phone& phone) const
{
    return known_.reach(phone).value_or(nullptr);
}

void live_pictures::leave(const viewer& who)
{
    const auto found = std::ranges::find(places_, &who, &place::who);
    if (found == places_.end())
        return;
    auto left = *found;
    places_.erase(found);
    part(left);
    part_from_video(left);
    report(who, *left.phone);
    note_viewers(*left.phone);
}

void live_pictures::report(const viewer& who, const known_phone& phone) const
{
    const auto why = who.ended().value_or(viewer_end::gone);
    if (why == viewer_end::too_slow)
        meter_.viewer_dropped();
    const auto& counted = who.counted();
    const std::chrono::duration<double> watched = viewer::clock::now() - counted.since;
    log_->info("viewer of phone={} account={} ended: {}, pictures={} replaced={} seconds={:.1f}",
               phone.id, who.who().id, to_string(why), counted.sent, counted.replaced,
               watched.count());
}

void live_pictures::phone_changed(const known_phone& which)
{
    for (const auto& each : streams_)
        if (&each->phone() == &which)
            each->follow(route_of(which));
    for (const auto& each : videos_)
        if (&each->phone() == &which)
            each->follow(video_route_of(which));
}

void live_pictures::desktop_changed(std::string_view desktop_id)
{
    for (const auto& each : streams_) {
        if (each->phone().desktop_id != desktop_id)
            continue;
        if (!each->follow(route_of(each->phone())))
            each->tell_again();
    }
    for (const auto& each : videos_) {
        if (each->phone().desktop_id != desktop_id)
            continue;
        if (!each->follow(video_route_of(each->phone())))
            each->tell_again();
    }
}

void live_pictures::phone_forgotten(const known_phone& which)
{
    for (const auto& each : streams_) {
        if (&each->phone() != &which)
            continue;
        each->follow(nullptr);
    }
    for (const auto& each : videos_)
        if (&each->phone() == &which)
            each->follow(nullptr);
    for (const auto& each : std::vector(places_))
        if (each.phone.get() == &which)
            each.who->end(viewer_end::phone_forgotten);
}

void live_pictures::accounts_changed(const accounts& now)
{
    for (const auto& each : places_) {
        const auto who = now.standing_of(each.who->who());
        if (!who)
            each.who->end(viewer_end::key_revoked);
        else if (!who->subscribed)
            each.who->end(viewer_end::no_subscription);
    }
}

void live_pictures::end_all()
{
    for (const auto& each : places_)
        each.who->end(viewer_end::draining);
}

bool live_pictures::watched(const known_phone& which) const
{
    return viewers_of(which) > 0;
}

std::size_t live_pictures::viewers_of(const known_phone& phone) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        places_, [&](const auto& each) { return each.phone.get() == &phone; }));
}

std::size_t live_pictures::viewers_of(const account& who) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        places_, [&](const auto& each) { return each.who->who().id == who.id; }));
}

/// The desktop's clock may be another one than ours, and a little ahead of it.
void live_pictures::note_sent(std::chrono::system_clock::time_point captured_at)
{
    const metrics::duration age = std::chrono::system_clock::now() - captured_at;
    meter_.picture_sent(std::max(age, metrics::duration::zero()));
}

void live_pictures::note_replaced()
{
    meter_.picture_replaced();
}

} // namespace thimble::service
