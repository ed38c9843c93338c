#include "service/agent_loop/observation.hpp"

#include "screen/conversion.hpp"

#include <boost/asio/this_coro.hpp>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr int marked_edge = 512; // pixels; a mark is smaller than that

/// Runs on the worker's thread, where nothing may be thrown.
agent::screen_mark mark_of(const screen::picture& what)
{
    try {
        const auto small = screen::reduced(what, marked_edge);
        return small ? agent::screen_mark(*small) : agent::screen_mark();
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace

observation::observation(const link::frame& shown,
                         const job& made_by,
                         time came_at,
                         async::worker& by)
    : picture_(shown.picture), space_(shown.space), frame_id_(made_by.frame_id()),
      job_id_(made_by.id()), came_at_(came_at), made_(std::make_shared<one_shot_channel>())
{
    by.enqueue([box = made_, what = picture_] { box->deliver(mark_of(what)); });
}

asio::awaitable<agent::screen_mark> observation::mark()
{
    if (!mark_) {
        const auto box = made_; // which is there as long as somebody waits
        mark_ = co_await box->receive(co_await asio::this_coro::executor);
    }
    co_return *mark_;
}

} // namespace thimble::service
