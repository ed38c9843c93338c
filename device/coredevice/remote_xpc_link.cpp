#include "device/coredevice/remote_xpc_link.hpp"

#include <boost/asio/co_spawn.hpp>

#include <array>
#include <exception>
#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::size_t read_bytes = 64UL << 10;
constexpr std::size_t most_unasked = 64;
constexpr std::size_t most_unasked_bytes = 4UL << 20;

} // namespace

remote_xpc::link::link(boost::asio::any_io_executor home, std::unique_ptr<byte_stream> over)
    : service_link(std::move(home), std::move(over))
{
}

void remote_xpc::link::start()
{
    const auto ended = [self = shared_from_this()](const std::exception_ptr& /*cancelled*/) {
        self->close(closed_by_service());
    };
    boost::asio::co_spawn(home(), read(shared_from_this()), ended);
    boost::asio::co_spawn(home(), write(shared_from_this()), ended);
}

void remote_xpc::link::close(failure why)
{
    end(std::move(why));
}

void remote_xpc::link::abort(failure why)
{
    stream().abort();
    end(std::move(why));
}

std::uint64_t remote_xpc::link::request(xpc::dictionary body)
{
    if (!recorded)
        return conversation.request(std::move(body));
    const auto id = conversation.request(body);
    recorded->asked(id, body);
    return id;
}

boost::asio::awaitable<void> remote_xpc::link::read(std::shared_ptr<link> self)
{
    std::vector<std::byte> room(read_bytes);
    while (!self->ended()) {
        const auto count = co_await self->stream().read_some(room);
        if (!count || self->ended())
            break;
        auto arrived = self->conversation.take(std::span(room).first(*count));
        if (!arrived) {
            self->close(not_understood(arrived.error().why));
            break;
        }
        for (auto& each : *arrived)
            self->take(each);
        self->all_written_ = false; // a window may have grown
        self->wake_all();
    }
}

boost::asio::awaitable<void> remote_xpc::link::write(std::shared_ptr<link> self)
{
    const waiter output_comes(*self, time::max());
    while (!self->ended()) {
        const auto output = self->conversation.take_output();
        self->all_written_ = output.empty();
        if (self->all_written_) {
            self->wake_all(); // this one as well, which waits for the next time only
            co_await output_comes.woken->wait();
            continue;
        }
        const auto written = co_await self->stream().write(output);
        if (!written)
            break;
    }
}

void remote_xpc::link::take(arrival& what)
{
    if (auto* message = std::get_if<message_arrived>(&what))
        return take_message(*message);
    if (auto* file = std::get_if<file_bytes_arrived>(&what)) {
        const auto found = downloads.find(file->stream);
        if (found == downloads.end())
            return;
        auto& bytes = found->second.bytes;
        bytes.insert(bytes.end(), file->bytes.begin(), file->bytes.end());
        found->second.last |= file->last;
    } else if (const auto* upload = std::get_if<upload_ended>(&what)) {
        if (const auto found = uploads.find(upload->stream); found != uploads.end())
            found->second = true;
    } else if (std::holds_alternative<peer_ready>(what)) {
        ready_ = true;
    } else {
        close(closed_by_service());
    }
}

/// A reply that nobody waits for any more is dropped.
void remote_xpc::link::take_message(message_arrived& what)
{
    const auto found = replies.find(what.what.id);
    const bool is_reply = what.answers(what.what.id);
    if (is_reply && found == replies.end())
        return;
    if (recorded && is_reply)
        recorded->answered(what.what.id, what.what);
    else if (recorded)
        recorded->pushed(what.what);
    if (is_reply)
        found->second = std::move(what.what);
    else
        keep_unasked(std::move(what.what));
}

void remote_xpc::link::keep_unasked(xpc::arrived_message what)
{
    unasked_bytes_ += what.bytes;
    unasked_.push_back(std::move(what));
    while (unasked_.size() > 1 &&
           (unasked_.size() > most_unasked || unasked_bytes_ > most_unasked_bytes))
        take_unasked();
}

xpc::arrived_message remote_xpc::link::take_unasked()
{
    auto first = std::move(unasked_.front());
    unasked_.pop_front();
    unasked_bytes_ -= first.bytes;
    return first;
}

} // namespace thimble::device::coredevice
