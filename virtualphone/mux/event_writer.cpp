#include "virtualphone/mux/event_writer.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <utility>

namespace thimble::virtualphone::mux {

void event_writer::tell(plist::bytes event)
{
    if (waiting_.size() >= most_waiting)
        return to_->close();
    waiting_.push_back(std::move(event));
    if (!std::exchange(writing_, true))
        boost::asio::co_spawn(to_->executor(), write(), boost::asio::detached);
}

void event_writer::finish()
{
    finishing_ = true;
    if (!writing_)
        to_->close();
}

boost::asio::awaitable<void> event_writer::write()
{
    const auto alive = shared_from_this();
    try {
        for (; !waiting_.empty(); waiting_.pop_front())
            co_await to_->write(waiting_.front());
    } catch (const boost::system::system_error&) {
        waiting_.clear(); // the host has gone; whoever reads from it finds out as well
    }
    writing_ = false;
    if (finishing_)
        to_->close();
}

} // namespace thimble::virtualphone::mux
