#include "service/live_view/video_viewing.hpp"

#include "async/race.hpp"
#include "service/live_view/viewing_terms.hpp"
#include "text/base64.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

bool same_description(const live_unit& one, const live_unit& other)
{
    return one.frame_id == other.frame_id && one.space == other.space && one.scale == other.scale &&
           one.shown == other.shown && one.turn == other.turn &&
           (one.configuration == other.configuration || *one.configuration == *other.configuration);
}

} // namespace

video_viewing::video_viewing(const asio::any_io_executor& home,
                             live_pictures& all,
                             std::unique_ptr<viewer> who,
                             std::string phone_id)
    : all_(all), waiting_(all.granted().units), phone_id_(std::move(phone_id)),
      wire_(home, {.time = all.granted().write_time}), changed_(home), viewer_(std::move(who))
{
}

asio::awaitable<void> video_viewing::run(http::stream with, http::request first)
{
    auto made =
        co_await websocket::socket::accept(std::move(with), first, viewing_terms(phone_id_));
    if (!made)
        co_return;
    first = {}; // not for as long as somebody watches
    viewer_->when_ended(
        [this](viewer_end why) { wire_.end(close_code(why), std::string(to_string(why))); });
    all_.follow_video(*viewer_, *this);
    co_await async::race(wire_.run(*made, [](const websocket::socket::incoming&) {}), show_video(),
                         show_pictures());
    viewer_->end(wire_.out().too_slow() ? viewer_end::too_slow : viewer_end::gone);
}

void video_viewing::drain()
{
    viewer_->end(viewer_end::draining);
}

void video_viewing::take(const live_unit_ptr& what)
{
    using queue = link::unit_queue<live_unit>;
    if (viewer_->ended())
        return;
    if (waiting_.offer(what) == queue::offered::overflowed)
        all_.fell_behind(*viewer_);
    all_.show_pictures(*viewer_, !waiting_.in_step());
    changed_.notify_all();
}

void video_viewing::lose()
{
    waiting_.lose();
    if (!viewer_->ended())
        all_.show_pictures(*viewer_, true);
}

/// Ends only when it is cancelled: the last word has the one that writes.
asio::awaitable<void> video_viewing::show_video()
{
    for (;;) {
        const auto unit = waiting_.take();
        if (!unit) {
            co_await changed_.wait();
            continue;
        }
        if (!described_unit_ || !same_description(*described_unit_, *unit))
            describe(*unit);
        described_unit_ = unit;
        wire_.out().push(unit->message);
        co_await wire_.out().until_empty();
        if (!wire_.out().too_slow())
            viewer_->note_sent(unit->captured_at);
    }
}

/// The same.
asio::awaitable<void> video_viewing::show_pictures()
{
    while (const auto picture = co_await viewer_->next()) {
        if (waiting_.in_step())
            continue; // the video has begun meanwhile
        if (!described_picture_ || !described_alike(*described_picture_, *picture))
            describe(*picture);
        described_picture_ = picture;
        wire_.out().push(picture->frame.picture.data);
        co_await wire_.out().until_empty();
        if (!wire_.out().too_slow())
            viewer_->note_sent(*picture);
    }
    for (;;)
        co_await changed_.wait();
}

void video_viewing::describe(const live_unit& what)
{
    auto said = description_of(what.frame_id, what.space, what.scale, what.captured_at);
    said["codec"] = what.configuration->codec;
    said["configuration"] = encode_base64(what.configuration->record);
    said["coded_width"] = what.configuration->size.width;
    said["coded_height"] = what.configuration->size.height;
    said["shown_width"] = what.shown.width;
    said["shown_height"] = what.shown.height;
    said["turn"] = 90 * static_cast<int>(what.turn);
    wire_.out().push(said.dump());
    described_picture_ = nullptr;
}

void video_viewing::describe(const live_picture& what)
{
    auto said =
        description_of(what.frame_id, what.frame.space, what.frame.scale, what.frame.captured_at);
    said["codec"] = "jpeg";
    wire_.out().push(said.dump());
    described_unit_ = nullptr;
}

} // namespace thimble::service
