#include "device/dtx/connection_link.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <limits>
#include <utility>

namespace thimble::device::dtx {
namespace {

constexpr std::size_t read_bytes = 64UL << 10;
constexpr std::size_t most_unsent = 16UL << 20; // bytes that wait behind what is being written
constexpr std::size_t most_channels = 256;

constexpr std::string_view channel_request = "_requestChannelWithCode:identifier:";
constexpr std::string_view channel_end = "_channelCanceled:";

failure too_much_unsent()
{
    return {.what = problem::refused,
            .message = "The service on the phone reads too slowly what it is sent.",
            .cause = "connection_closed"};
}

} // namespace

connection::link::link(boost::asio::any_io_executor home,
                       std::unique_ptr<coredevice::byte_stream> over,
                       settings how)
    : service_link(std::move(home), std::move(over)), on_channel_(std::move(how.on_channel)),
      dialogue_(how.capabilities)
{
}

void connection::link::start()
{
    const auto ended = [self = shared_from_this()](const std::exception_ptr& /*cancelled*/) {
        self->close(closed_by_service());
    };
    boost::asio::co_spawn(home(), read(shared_from_this()), ended);
    boost::asio::co_spawn(home(), write(shared_from_this()), ended);
}

void connection::link::close(failure why)
{
    if (ended())
        return;
    // The state that handlers refer to may go with the connection; the stream may take its time.
    const auto channels = std::exchange(channels_, {});
    const auto on_channel = std::exchange(on_channel_, {});
    end(std::move(why));
}

connection::link::awaited_answer::awaited_answer(link& of, const outgoing_call& what)
    : link_(of), identifier_(of.dialogue_.call(what, true))
{
    link_.calls_.emplace(identifier_, made_call{.channel = what.channel});
    link_.limit_unsent();
    link_.wake_all();
}

void connection::link::send(const outgoing_call& what)
{
    dialogue_.call(what, false);
    limit_unsent();
    wake_all();
}

/// Neither answers to a phone that calls on nor calls of the host itself are kept without end.
void connection::link::limit_unsent()
{
    if (dialogue_.unsent() > most_unsent)
        close(too_much_unsent());
}

connection::link::added_channel::added_channel(link& of, call_handler on_call)
    : link_(of), number_(of.next_channel_++)
{
    if (!link_.ended())
        link_.channels_[number_] = {.identifier = {}, .on_call = std::move(on_call)};
}

connection::link::added_channel::~added_channel()
{
    if (!kept_)
        link_.channels_.erase(number_);
}

bool connection::link::is_closed(std::int32_t channel) const
{
    return channel != control_channel && channel < next_channel_ && !channels_.contains(channel);
}

std::optional<std::int32_t> connection::link::channel_named(const std::string& identifier) const
{
    for (const auto& [which, channel] : channels_) // the newest has the lowest number
        if (which < 0 && channel.identifier == identifier)
            return which;
    return std::nullopt;
}

boost::asio::awaitable<void> connection::link::read(std::shared_ptr<link> self)
{
    bytes room(read_bytes);
    while (!self->ended()) {
        const auto count = co_await self->stream().read_some(room);
        if (!count || self->ended())
            break;
        auto arrived = self->dialogue_.take(std::span(room).first(*count));
        if (!arrived) {
            self->close(not_understood(to_string(arrived.error())));
            break;
        }
        for (auto& each : *arrived) {
            if (self->ended()) // by the handler of the one before
                break;
            if (auto read = self->dialogue_.read(std::move(each)))
                self->take(*read);
        }
        self->limit_unsent();
        self->wake_all();
    }
}

boost::asio::awaitable<void> connection::link::write(std::shared_ptr<link> self)
{
    const waiter output_comes(*self, time::max());
    while (!self->ended()) {
        const auto output = self->dialogue_.take_output();
        if (output.empty()) {
            co_await output_comes.woken->wait();
            continue;
        }
        const auto written = co_await self->stream().write(output);
        if (!written)
            break;
        self->written_ += output.size();
        self->wake_all();
    }
}

void connection::link::take(arrival& what)
{
    if (auto* call = std::get_if<call_arrived>(&what))
        dialogue_.give_answer(call->what, answer_to(call->what));
    else if (auto* came = std::get_if<answer_arrived>(&what))
        take_answer(*came);
    else if (auto* about = std::get_if<capabilities_arrived>(&what); about && !capabilities_)
        capabilities_ = std::move(about->what); // later ones are of a runner behind the service
}

/// An answer that nobody waits for any more is dropped, and so is a second one: some services
/// acknowledge a call that they have answered.
void connection::link::take_answer(const answer_arrived& what)
{
    const auto found = calls_.find(what.identifier);
    if (found == calls_.end() || found->second.what)
        return;
    const auto sent_on = std::int64_t{found->second.channel};
    if (what.channel == sent_on || what.channel == -sent_on)
        found->second.what = read_answer(what.body);
}

answer connection::link::answer_to(const incoming_call& what)
{
    if (what.channel == control_channel)
        return answer_about_connection(what);
    const auto found = channels_.find(what.channel);
    if (found != channels_.end() && found->second.on_call) {
        const auto handle = found->second.on_call; // which may have its channel removed
        if (auto answered = handle(what))
            return std::move(*answered);
    }
    return std::unexpected(unknown_selector(what.selector));
}

answer connection::link::answer_about_connection(const incoming_call& what)
{
    if (what.selector == channel_request)
        return accept_channel(what);
    if (what.selector == channel_end) {
        close_channels(what);
        return null{};
    }
    return std::unexpected(unknown_selector(what.selector));
}

/// Each is named as the phone calls it, which has the other sign here.
void connection::link::close_channels(const incoming_call& named)
{
    for (std::size_t place = 0; place < named.arguments.size(); ++place) {
        const auto code = named.argument_at(place);
        const auto* number = code.as<std::int64_t>();
        if (number == nullptr || *number == 0)
            continue;
        const auto is_it = [number](std::int32_t channel) {
            return *number == -std::int64_t{channel};
        };
        std::erase_if(channels_, [&](const auto& each) { return is_it(each.first); });
        for (auto& [identifier, call] : calls_)
            call.channel_closed |= is_it(call.channel);
    }
}

answer connection::link::accept_channel(const incoming_call& request)
{
    const auto code = request.argument_at(0);
    const auto identifier = request.argument_at(1);
    const auto* number = code.as<std::int64_t>();
    const auto* name = identifier.as<std::string>();
    const bool possible = number != nullptr && name != nullptr && *number > 0 &&
                          *number <= std::numeric_limits<std::int32_t>::max();
    if (!possible || channels_.size() >= most_channels)
        return std::unexpected(unknown_selector(request.selector));
    const auto handler_for = on_channel_; // which may close the connection
    auto handler = handler_for ? handler_for(*name) : call_handler();
    if (!ended())
        channels_[static_cast<std::int32_t>(-*number)] = {.identifier = *name,
                                                          .on_call = std::move(handler)};
    return null{};
}

} // namespace thimble::device::dtx
