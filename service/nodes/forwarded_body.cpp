#include "service/nodes/forwarded_body.hpp"

#include "async/race.hpp"

#include <boost/asio/buffer.hpp>

#include <chrono>
#include <string>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_to_write{30'000};
constexpr std::chrono::milliseconds time_to_close{500};

} // namespace

forwarded_body::forwarded_body(request_ptr what,
                               std::function<void()> has_room,
                               std::shared_ptr<void> held)
    : what_(std::move(what)), has_room_(std::move(has_room)), held_(std::move(held))
{
}

asio::awaitable<void> forwarded_body::run(http::stream with, http::request first)
{
    first = {}; // not for as long as it goes on
    body_.emplace(std::move(with));
    co_await async::race(body_->until_gone(), write_parts());
    co_await body_->shut_down(time_to_close);
}

void forwarded_body::drain()
{
    what_->over = true;
    what_->changed.notify_all();
}

asio::awaitable<void> forwarded_body::write_parts()
{
    for (;;) {
        while (!what_->parts.empty()) {
            const auto part = std::move(what_->parts.front());
            what_->parts.pop_front();
            what_->bytes -= part.size();
            if (!co_await body_->write({asio::buffer(part)}, time_to_write))
                co_return;
            has_room_();
        }
        if (what_->ended || what_->over)
            co_return;
        co_await what_->changed.wait();
    }
}

} // namespace thimble::service::nodes
