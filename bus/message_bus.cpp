#include "bus/message_bus.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace thimble::service::bus {

namespace asio = boost::asio;

namespace {

constexpr std::string_view inbox = "thimble.inbox.";

} // namespace

struct message_bus::open_request {
    open_request(const asio::any_io_executor& home, async::signal::time deadline)
        : ended(home, deadline)
    {
    }

    async::signal ended;
    joiner parts;
    std::optional<std::expected<std::string, no_reply>> end;
};

message_bus::message_bus(asio::any_io_executor home, std::shared_ptr<transport> over)
    : home_(std::move(home)), over_(std::move(over)), id_(random_uuid()),
      replies_(over_->listen(std::string(inbox) + id_ + ".*",
                             [this](const packet& what) { take_reply(what); }))
{
}

bool message_bus::send(std::string_view subject, std::string_view reply_to, std::string_view bytes)
{
    const auto packets = split(bytes, id_);
    return packets && std::ranges::all_of(*packets, [&](const auto& each) {
               return over_->send(subject, reply_to, each);
           });
}

bool message_bus::publish(std::string_view subject, std::string_view bytes)
{
    return send(subject, {}, bytes);
}

bool message_bus::reply(const message& to, std::string_view bytes)
{
    return !to.reply_to.empty() && send(to.reply_to, {}, bytes);
}

asio::awaitable<std::expected<std::string, no_reply>>
message_bus::request(std::string subject, std::string bytes, std::chrono::milliseconds deadline)
{
    using clock = std::chrono::steady_clock;
    const auto until = clock::now() + deadline;
    const auto mine = std::make_shared<open_request>(home_, until);
    const auto reply_to = std::string(inbox) + id_ + "." + std::to_string(++requests_);
    struct entry {
        message_bus& self;
        const std::string& reply_to;
        ~entry() { self.waiting_.erase(reply_to); }
    } const mark{*this, reply_to};
    waiting_.emplace(reply_to, mine);
    if (!send(subject, reply_to, bytes))
        co_return std::unexpected(no_reply::not_delivered);
    while (!mine->end && clock::now() < until)
        co_await mine->ended.wait();
    co_return mine->end ? std::move(*mine->end) : std::unexpected(no_reply::late);
}

void message_bus::take_reply(const packet& what)
{
    const auto found = waiting_.find(what.subject);
    if (found == waiting_.end() || found->second->end)
        return; // it came too late, or a second time
    const auto asked = found->second;
    if (what.no_responders)
        asked->end = std::unexpected(no_reply::not_delivered);
    else if (auto whole = asked->parts.take(what.bytes))
        asked->end = std::move(*whole);
    else
        return;
    asked->ended.notify_all();
}

subscription message_bus::subscribe(const std::string& subject, message_handler hears)
{
    return over_->listen(subject, [hears = std::move(hears),
                                   parts = std::make_shared<joiner>()](const packet& what) {
        if (auto bytes = parts->take(what.bytes))
            hears({.subject = what.subject, .reply_to = what.reply_to, .bytes = std::move(*bytes)});
    });
}

} // namespace thimble::service::bus
