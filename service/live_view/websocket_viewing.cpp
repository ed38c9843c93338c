#include "service/live_view/websocket_viewing.hpp"

#include "async/race.hpp"
#include "service/live_view/viewing_terms.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

namespace asio = boost::asio;

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
    auto made =
        co_await websocket::socket::accept(std::move(with), first, viewing_terms(phone_id_));
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
    wire_.out().push(
        description_of(what.frame_id, what.frame.space, what.frame.scale, what.frame.captured_at)
            .dump());
}

} // namespace thimble::service
