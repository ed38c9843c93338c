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

/// Known to the bus as long as somebody has it.
struct message_bus::open_request {
    open_request(message_bus& at, std::string named, async::signal::time until)
        : self(at), reply_to(std::move(named)), deadline(until), ended(at.home_, until)
    {
        self.waiting_.emplace(reply_to, this);
    }
    open_request(const open_request&) = delete;
    open_request& operator=(const open_request&) = delete;
    ~open_request() { self.waiting_.erase(reply_to); }

    message_bus& self;
    std::string reply_to;
    async::signal::time deadline;
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
    return end_of(begin(subject, bytes, deadline));
}

std::shared_ptr<message_bus::open_request> message_bus::begin(std::string_view subject,
                                                              std::string_view bytes,
                                                              std::chrono::milliseconds deadline)
{
    auto out = std::make_shared<open_request>(
        *this, std::string(inbox) + id_ + "." + std::to_string(++requests_),
        std::chrono::steady_clock::now() + deadline);
    if (!send(subject, out->reply_to, bytes))
        out->end = std::unexpected(no_reply::not_delivered);
    return out;
}

asio::awaitable<std::expected<std::string, no_reply>>
message_bus::end_of(std::shared_ptr<open_request> what)
{
    while (!what->end && std::chrono::steady_clock::now() < what->deadline)
        co_await what->ended.wait();
    if (!what->end)
        co_return std::unexpected(no_reply::late);
    co_return std::move(*what->end);
}

void message_bus::take_reply(const packet& what)
{
    const auto found = waiting_.find(what.subject);
    if (found == waiting_.end() || found->second->end)
        return; // it came too late, or a second time
    auto* const asked = found->second;
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
