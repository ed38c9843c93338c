#include "virtualphone/coredevice/side_channel.hpp"

namespace thimble::virtualphone::coredevice {

std::expected<xpc::uuid, refusal> channel_in(const xpc::dictionary& input)
{
    const auto proxy = wanted<xpc::dictionary>(input, "streamProxy");
    if (!proxy)
        return std::unexpected(proxy.error());
    return wanted<xpc::uuid>(*proxy, "sideChannel");
}

xpc::dictionary push_of(const xpc::uuid& channel, std::string status, xpc::dictionary content)
{
    return {{"CoreDevice.XPCMessageKey.sideChannelStatus",
             xpc::dictionary{{std::move(status), std::move(content)}}},
            {"XPCSideChannel.uniqueIdentifier", channel}};
}

} // namespace thimble::virtualphone::coredevice
