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
    auto from = stream_of(phone, wanted.quality);
    from->add(*made);
    from->follow(route_of(*phone));
    places_.push_back({.who = made.get(), .at = std::move(from)});
    return made;
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
    const auto from = found->at;
    places_.erase(found);
    from->remove(who);
    if (from->empty())
        std::erase(streams_, from);
    report(who, from->phone());
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
}

void live_pictures::desktop_changed(std::string_view desktop_id)
{
    for (const auto& each : streams_) {
        if (each->phone().desktop_id != desktop_id)
            continue;
        if (!each->follow(route_of(each->phone())))
            each->tell_again();
    }
}

void live_pictures::phone_forgotten(const known_phone& which)
{
    for (const auto& each : streams_) {
        if (&each->phone() != &which)
            continue;
        each->follow(nullptr);
        each->end_all(viewer_end::phone_forgotten);
    }
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

bool live_pictures::watched(const known_phone& which) const
{
    return viewers_of(which) > 0;
}

std::size_t live_pictures::viewers_of(const known_phone& phone) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        places_, [&](const auto& each) { return &each.at->phone() == &phone; }));
}

std::size_t live_pictures::viewers_of(const account& who) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        places_, [&](const auto& each) { return each.who->who().id == who.id; }));
}

/// The desktop's clock may be another one than ours, and a little ahead of it.
void live_pictures::note_sent(const live_picture& what)
{
    const metrics::duration age = std::chrono::system_clock::now() - what.frame.captured_at;
    meter_.picture_sent(std::max(age, metrics::duration::zero()));
}

void live_pictures::note_replaced()
{
    meter_.picture_replaced();
}

} // namespace thimble::service
