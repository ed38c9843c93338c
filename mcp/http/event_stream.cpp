#include "mcp/http/event_stream.hpp"

#include "async/race.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace thimble::mcp::http {

namespace asio = boost::asio;

event_stream::event_stream(const asio::any_io_executor& home, std::size_t most_bytes)
    : home_(home), most_bytes_(most_bytes), changed_(home)
{
}

void event_stream::push(std::string data)
{
    add({.data = std::move(data)});
}

void event_stream::push_answer(std::string data, unsigned status)
{
    over_ = true;
    add({.data = std::move(data), .answer = true, .status = status});
}

void event_stream::end()
{
    over_ = true;
    ++changes_;
    changed_.notify_all();
}

void event_stream::dismiss()
{
    reader_ = nobody;
    ++changes_;
    changed_.notify_all();
}

event_stream::reader event_stream::attach()
{
    dismiss();
    return reader_ = ++last_reader_;
}

void event_stream::detach(reader who)
{
    if (reader_ == who)
        reader_ = nobody;
}

std::shared_ptr<const stream_event> event_stream::after(std::uint64_t number) const
{
    const auto found =
        std::ranges::find_if(events_, [&](const auto& each) { return each->number > number; });
    return found == events_.end() ? nullptr : *found;
}

void event_stream::forget_through(std::uint64_t number)
{
    while (!events_.empty() && events_.front()->number <= number)
        drop_oldest();
}

asio::awaitable<bool> event_stream::changed_before(time deadline)
{
    const auto before = changes_;
    asio::steady_timer timer(home_, deadline);
    co_await async::race(changed_.wait(), timer.async_wait(asio::use_awaitable));
    co_return changes_ != before;
}

void event_stream::add(stream_event what)
{
    what.number = ++last_;
    bytes_ += what.data.size();
    events_.push_back(std::make_shared<const stream_event>(std::move(what)));
    while (bytes_ > most_bytes_ && events_.size() > 1)
        drop_oldest();
    ++changes_;
    changed_.notify_all();
}

void event_stream::drop_oldest()
{
    bytes_ -= events_.front()->data.size();
    events_.pop_front();
}

} // namespace thimble::mcp::http
