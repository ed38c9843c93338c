#include "service/live_view/websocket_viewing.hpp"

#include "async/race.hpp"
#include "text/iso_time.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::size_t largest_message = 4096; // of what viewers send, which nobody reads

// Of RFC 6455.
constexpr std::uint16_t going_away = 1001;
constexpr std::uint16_t policy_violation = 1008;

std::uint16_t close_code(viewer_end why)
{
    const bool refused = why == viewer_end::key_revoked || why == viewer_end::no_subscription ||
                         why == viewer_end::too_slow;
    return refused ? policy_violation : going_away;
}

websocket::options terms_for(const std::string& phone_id)
{
    websocket::options out;
    out.largest_message = largest_message;
    out.headers = {{"X-Phone-Id", phone_id}};
    return out;
}

bool described_alike(const live_picture& one, const live_picture& other)
{
    return one.frame_id == other.frame_id && one.frame.space == other.frame.space &&
           one.frame.scale == other.frame.scale;
}

} // namespace

websocket_viewing::websocket_viewing(const asio::any_io_executor& home,
                                     std::unique_ptr<viewer> who,
                                     std::string phone_id,
                                     const stream_limits& granted)
    : viewer_(std::move(who)), phone_id_(std::move(phone_id)),
      wire_(home, {.time = granted.write_time}), never_(home)
{
}

asio::awaitable<void> websocket_viewing::run(http::stream with, http::request first)
{
    auto made = co_await websocket::socket::accept(std::move(with), first, terms_for(phone_id_));
    if (!made)
        co_return;
    first = {}; // not for as long as somebody watches
    viewer_->when_ended(
        [this](viewer_end why) { wire_.end(close_code(why), std::string(to_string(why))); });
    co_await async::race(wire_.run(*made, [](const websocket::socket::incoming&) {}), show());
    viewer_->end(wire_.out().too_slow() ? viewer_end::too_slow : viewer_end::gone);
}

void websocket_viewing::drain()
{
    viewer_->end(viewer_end::draining);
}

/// Ends only when it is cancelled: the last word has the one that writes.
asio::awaitable<void> websocket_viewing::show()
{
    while (const auto picture = co_await viewer_->next()) {
        if (!described_ || !described_alike(*described_, *picture))
            describe(*picture);
        described_ = picture;
        wire_.out().push(picture->frame.picture.data);
        co_await wire_.out().until_empty();
        if (!wire_.out().too_slow())
            viewer_->note_sent(*picture);
    }
    for (;;)
        co_await never_.wait();
}

void websocket_viewing::describe(const live_picture& what)
{
    nlohmann::ordered_json said;
    said["frame_id"] = what.frame_id;
    said["width"] = what.frame.space.size.width;
    said["height"] = what.frame.space.size.height;
    said["scale"] = what.frame.scale;
    said["orientation"] = screen::to_string(what.frame.space.turned);
    said["captured_at"] = iso_time(what.frame.captured_at);
    wire_.out().push(said.dump());
}

} // namespace thimble::service
