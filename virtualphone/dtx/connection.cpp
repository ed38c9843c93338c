#include "virtualphone/dtx/connection.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace thimble::virtualphone::dtx {
namespace {

namespace asio = boost::asio;

constexpr std::size_t read_at_once = std::size_t{64} << 10U;
constexpr auto message_errors = "DTXConnection";

[[noreturn]] void drop_host()
{
    throw boost::system::system_error(asio::error::invalid_argument);
}

ns_error no_such_channel(std::string_view identifier)
{
    return {.domain = message_errors,
            .code = 1,
            .description =
                "There is no service for the channel '" + std::string(identifier) + "'."};
}

message message_of(outcome with)
{
    if (!with)
        return {.kind = message_kind::error, .payload = instance_of(with.error())};
    if (with->is_nil())
        return {};
    return {.kind = message_kind::value, .payload = *std::move(with)};
}

} // namespace

object invocation::argument_at(std::size_t place) const
{
    return place < arguments.size() ? object_of(arguments[place]) : object();
}

ns_error unknown_selector(std::string_view selector)
{
    return {.domain = message_errors,
            .code = 1,
            .description = "Unable to invoke -[" + std::string(selector) +
                           "]: it does not respond to the selector."};
}

connection::connection(std::unique_ptr<byte_line> line,
                       dictionary capabilities,
                       channel_opener opener,
                       fault_switches& faults,
                       std::string fault_name)
    : home_(line->executor()), line_(std::move(line)), capabilities_(std::move(capabilities)),
      opener_(std::move(opener)), faults_(faults), fault_name_(std::move(fault_name)),
      changed_(home_), written_(home_)
{
}

asio::awaitable<void> connection::run()
{
    const auto alive = shared_from_this();
    const message greeting{.kind = message_kind::call,
                           .arguments = {object(capabilities_)},
                           .payload = "_notifyOfPublishedCapabilities:"};
    send({.id = ++latest_id_, .content = encode_message(greeting)});
    writing_ = true;
    asio::co_spawn(home_, write_all(), [alive](const std::exception_ptr&) {
        alive->writing_ = false;
        alive->line_->close();
        alive->written_.notify_all();
    });
    std::exception_ptr why;
    try {
        co_await read_all();
    } catch (...) { // the line has an end in any case
        why = std::current_exception();
    }
    close();
    while (writing_) // it uses the line
        co_await written_.wait();
    line_.reset();
    std::rethrow_exception(why);
}

void connection::close()
{
    closed_ = true;
    line_->close();
    changed_.notify_all();
    for (const auto& [id, call] : calls_)
        call->answered.notify_all();
    host_channels_.clear(); // they may hold the connection itself
    own_channels_.clear();
}

void connection::end()
{
    ending_ = true;
    changed_.notify_all();
}

asio::awaitable<void> connection::read_all()
{
    frame_reader frames;
    bytes part;
    for (;;) {
        part.resize(std::min(frames.wanted(), read_at_once));
        co_await line_->read(part);
        frames.append(part);
        for (;;) {
            auto next = frames.next();
            if (!next)
                drop_host();
            if (!*next)
                break;
            co_await take(std::move(**next));
        }
    }
}

asio::awaitable<void> connection::write_all()
{
    while (!closed_) {
        while (!out_.empty()) {
            const bytes next = std::move(out_.front());
            out_.pop_front();
            queued_ -= next.size();
            co_await line_->write(next);
        }
        if (ending_)
            co_return;
        if (!closed_)
            co_await changed_.wait();
    }
}

void connection::send(const envelope& what)
{
    if (closed_ || ending_)
        return;
    out_.push_back(encode_frames(what));
    queued_ += out_.back().size();
    if (queued_ > most_queued)
        return line_->close();
    changed_.notify_all();
}

asio::awaitable<void> connection::take(envelope from_host)
{
    auto what = decode_message(from_host.content);
    if (!what)
        drop_host();
    from_host.content.clear();
    if (from_host.conversation % 2 != 0)
        take_reply(from_host.id, *std::move(what));
    else if (what->kind == message_kind::call)
        co_await answer(std::move(from_host), *std::move(what));
    else if (from_host.wants_reply)
        co_await reply(from_host, object());
}

/// Hosts differ in the channel that they put on it, and some reply twice.
void connection::take_reply(std::uint32_t id, message what)
{
    const auto found = calls_.find(id);
    if (found == calls_.end() || found->second->reply)
        return;
    found->second->reply = std::move(what);
    found->second->answered.notify_all();
}

asio::awaitable<void> connection::answer(envelope to, message call)
{
    const auto* selector = call.payload.as<std::string>();
    if (selector == nullptr)
        drop_host();
    const invocation what{*selector, std::move(call.arguments), to.wants_reply, to.channel};
    outcome with = perform(to.channel, what);
    const auto refused = std::exchange(refused_channel_, std::nullopt);
    co_await reply(to, std::move(with));
    if (refused)
        tell(0, "_channelCanceled:", {-*refused});
}

outcome connection::perform(std::int32_t channel, const invocation& what)
{
    if (channel == 0)
        return control(what);
    const auto& channels = channel > 0 ? host_channels_ : own_channels_;
    // Calculated in 64 bits: the lowest code has no opposite in 32.
    const auto code = channel > 0 ? std::int64_t{channel} : -std::int64_t{channel};
    const auto found = std::ranges::find_if(
        channels, [code](const auto& each) { return std::int64_t{each.first} == code; });
    if (found == channels.end())
        return std::unexpected(no_such_channel(std::to_string(channel)));
    const responder perform = found->second; // which may close its own channel
    return perform(what);
}

outcome connection::control(const invocation& what)
{
    if (what.selector == "_requestChannelWithCode:identifier:")
        return open_channel_of_host(what);
    if (what.selector == "_channelCanceled:")
        cancel_channels(what);
    else if (what.selector != "_notifyOfPublishedCapabilities:")
        return std::unexpected(unknown_selector(what.selector));
    return object();
}

outcome connection::open_channel_of_host(const invocation& what)
{
    const auto code = what.arguments.empty() ? std::nullopt : integer_of(what.arguments.front());
    const object name = what.argument_at(1);
    const auto* identifier = name.as<std::string>();
    if (!code || *code < 1 || *code > std::numeric_limits<std::int32_t>::max() ||
        identifier == nullptr || host_channels_.size() >= most_channels ||
        host_channels_.contains(static_cast<std::int32_t>(*code)))
        return std::unexpected(no_such_channel(identifier == nullptr ? "" : *identifier));
    responder made = opener_(*identifier, shared_from_this());
    if (made)
        host_channels_.emplace(static_cast<std::int32_t>(*code), std::move(made));
    else
        refused_channel_ = static_cast<std::int32_t>(*code);
    return object();
}

/// Some hosts name all of theirs at once.
void connection::cancel_channels(const invocation& what)
{
    for (const argument& each : what.arguments) {
        const auto code = integer_of(each);
        if (!code)
            continue;
        std::erase_if(host_channels_, [&](const auto& open) { return open.first == *code; });
        std::erase_if(own_channels_, [&](const auto& open) { return -open.first == *code; });
    }
}

asio::awaitable<void> connection::reply(const envelope& to, outcome with)
{
    if (!to.wants_reply)
        co_return;
    const auto fault = faults_.take_other_than_refusal(fault_name_);
    if (fault && fault->kind == fault_kind::hang)
        co_return;
    if (fault && fault->kind == fault_kind::cut)
        drop_host();
    if (fault && fault->kind == fault_kind::error)
        with = std::unexpected(unknown_selector("of a fault"));
    if (fault && (fault->kind == fault_kind::delay || fault->kind == fault_kind::trickle)) {
        asio::steady_timer timer(home_);
        timer.expires_after(std::chrono::duration_cast<std::chrono::microseconds>(fault->length));
        co_await timer.async_wait(asio::use_awaitable);
    }
    bytes content = encode_message(message_of(std::move(with)));
    if (fault && fault->kind == fault_kind::corrupt)
        for (std::uint8_t& each : content)
            each ^= 0x5AU;
    send({.id = to.id,
          .conversation = to.conversation + 1,
          .channel = to.channel,
          .content = std::move(content)});
}

asio::awaitable<std::optional<std::int32_t>> connection::open_channel(std::string identifier,
                                                                      responder answer)
{
    const auto alive = shared_from_this();
    const std::int32_t code = ++latest_channel_;
    own_channels_.emplace(code, std::move(answer));
    const auto accepted = co_await call(
        0, "_requestChannelWithCode:identifier:", {code, object(std::move(identifier))});
    if (!accepted || accepted->kind == message_kind::error) {
        own_channels_.erase(code);
        co_return std::nullopt;
    }
    co_return code;
}

void connection::tell(std::int32_t host_channel,
                      std::string selector,
                      std::vector<argument> arguments)
{
    const message what{.kind = message_kind::call,
                       .arguments = std::move(arguments),
                       .payload = std::move(selector)};
    send({.id = ++latest_id_, .channel = -host_channel, .content = encode_message(what)});
}

asio::awaitable<std::optional<message>>
connection::call(std::int32_t channel, std::string selector, std::vector<argument> arguments)
{
    const auto alive = shared_from_this();
    const std::uint32_t id = ++latest_id_;
    const auto waiting = std::make_shared<pending>(home_);
    calls_.emplace(id, waiting);
    const message what{.kind = message_kind::call,
                       .arguments = std::move(arguments),
                       .payload = std::move(selector)};
    send({.id = id, .channel = channel, .wants_reply = true, .content = encode_message(what)});
    while (!waiting->reply && !closed_)
        co_await waiting->answered.wait();
    calls_.erase(id);
    co_return std::move(waiting->reply);
}

} // namespace thimble::virtualphone::dtx
