#include "http/websocket/outbox.hpp"

#include <algorithm>

namespace thimble::service::websocket {

namespace asio = boost::asio;

namespace {

std::size_t size_of(const outbox::payload& what)
{
    if (const auto* text = std::get_if<std::string>(&what))
        return text->size();
    if (const auto* shared = std::get_if<http::shared_bytes>(&what))
        return (*shared)->size();
    return std::get<std::vector<std::byte>>(what).size();
}

asio::awaitable<bool> write(socket& to, const outbox::payload& what)
{
    if (const auto* text = std::get_if<std::string>(&what))
        co_return co_await to.write(std::string_view(*text));
    if (const auto* shared = std::get_if<http::shared_bytes>(&what))
        co_return co_await to.write(std::span(**shared));
    co_return co_await to.write(std::span(std::get<std::vector<std::byte>>(what)));
}

} // namespace

outbox::outbox(const asio::any_io_executor& home, outbox_limits limits)
    : limits_(limits), changed_(home), emptied_(home), timeout_(home)
{
}

void outbox::push(payload what)
{
    const auto size = size_of(what);
    first_.emplace_back(std::move(what));
    add(size);
}

void outbox::push_later(maker what)
{
    first_.emplace_back(std::move(what));
    add(0);
}

void outbox::push_state(std::string key, payload what)
{
    const auto size = size_of(what);
    if (const auto same = std::ranges::find(states_, key, &state::key); same != states_.end()) {
        bytes_ -= size_of(same->what);
        same->what = std::move(what);
    } else {
        states_.push_back({.key = std::move(key), .what = std::move(what)});
    }
    add(size);
}

void outbox::add(std::size_t bytes)
{
    bytes_ += bytes;
    too_slow_ = too_slow_ || bytes_ > limits_.bytes;
    changed_.notify_all();
}

/// Nothing for what is not wanted any more.
std::optional<outbox::payload> outbox::take()
{
    payload next;
    if (!first_.empty()) {
        auto first = std::move(first_.front());
        first_.pop_front();
        if (const auto* make = std::get_if<maker>(&first))
            return (*make)();
        next = std::move(std::get<payload>(first));
    } else {
        next = std::move(states_.front().what);
        states_.pop_front();
    }
    bytes_ -= size_of(next);
    return next;
}

/// One message on its way. A message cancelled meanwhile is not on its way any more.
class outbox::writing {
public:
    writing(outbox& from, socket& to) : from_(from)
    {
        from_.writing_ = true;
        from_.timeout_.set(from_.limits_.time, [&from, &to] {
            from.too_slow_ = true;
            to.cut();
        });
    }
    writing(const writing&) = delete;
    writing& operator=(const writing&) = delete;
    ~writing()
    {
        from_.writing_ = false;
        from_.timeout_.stop();
    }

private:
    outbox& from_;
};

asio::awaitable<void> outbox::run(socket& to)
{
    while (!too_slow_) {
        if (empty()) {
            emptied_.notify_all();
            co_await changed_.wait();
            continue;
        }
        const auto next = take();
        if (!next)
            continue;
        const writing now(*this, to);
        if (!co_await write(to, *next))
            break;
    }
    emptied_.notify_all();
}

asio::awaitable<void> outbox::until_empty()
{
    while ((!empty() || writing_) && !too_slow_)
        co_await emptied_.wait();
}

} // namespace thimble::service::websocket
