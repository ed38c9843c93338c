#include "device/coredevice/side_channel.hpp"

#include "async/race.hpp"
#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <utility>
#include <variant>

namespace thimble::device::coredevice {
namespace {

using element_taker = std::function<void(const xpc::array&)>;

/// The status in a push of this channel; nullptr for one of others.
const xpc::dictionary* status_in(const xpc::dictionary& push, const xpc::uuid& channel)
{
    const auto* of = xpc::member<xpc::uuid>(push, "XPCSideChannel.uniqueIdentifier");
    if (of == nullptr || *of != channel)
        return nullptr;
    return xpc::member<xpc::dictionary>(push, "CoreDevice.XPCMessageKey.sideChannelStatus");
}

boost::asio::awaitable<result<void>>
collect(remote_xpc& from, xpc::uuid channel, const streaming& what, const element_taker& take)
{
    for (;;) {
        const auto push = co_await from.next_message(what.longest_silence);
        if (!push)
            co_return std::unexpected(push.error());
        const auto* status = status_in(*push, channel);
        if (status == nullptr)
            continue;
        if (const auto* pushing = xpc::member<xpc::dictionary>(*status, "pushing"))
            if (const auto* elements = xpc::member<xpc::array>(*pushing, "elements"))
                take(*elements);
        if (status->find("receivedError") != nullptr)
            co_return std::unexpected(malformed_answer(what.subject));
        if (status->find("finishStreaming") != nullptr)
            co_return result<void>();
    }
}

/// Ends only with a refusal: a reply without one may come before the stream, or after it.
boost::asio::awaitable<failure>
until_refused(remote_xpc& by, xpc::dictionary request, std::chrono::milliseconds limit)
{
    const auto reply = co_await by.request(std::move(request), limit);
    if (!reply)
        co_return reply.error();
    const auto output = output_of(*reply);
    if (!output && output.error().cause != "malformed_answer")
        co_return output.error();
    co_return co_await by.until_closed();
}

} // namespace

boost::asio::awaitable<result<void>>
stream_elements(core_device& of, streaming what, std::function<void(const xpc::array&)> take)
{
    auto opened = co_await of.open(what.service, what.open_within);
    if (!opened)
        co_return std::unexpected(opened.error());
    const auto channel = random_uuid();
    invocation asked{
        .feature = what.feature,
        .input = xpc::dictionary{{"actualInput", std::move(what.input)},
                                 {"streamProxy", xpc::dictionary{{"sideChannel", channel}}}}};
    auto first = co_await async::race(
        collect(*opened, channel, what, take),
        until_refused(*opened, of.wrapped(std::move(asked)), what.longest_silence));
    if (auto* refused = std::get_if<failure>(&first))
        co_return std::unexpected(std::move(*refused));
    co_return std::get<0>(std::move(first));
}

} // namespace thimble::device::coredevice
