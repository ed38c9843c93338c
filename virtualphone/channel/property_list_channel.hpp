// Property lists over a channel: four bytes of length, big-endian, before each.
#pragma once

#include "virtualphone/channel/channel.hpp"
#include "virtualphone/phone/phone.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <cstdint>
#include <string>

namespace thimble::virtualphone {

enum class plist_format : std::uint8_t { xml, binary };

/// The language of lockdownd and its services. Every message sent shows the faults that are
/// switched on for the service. Throws boost::system::system_error as the channel does, also for a
/// message that is too long or no property list: the connection is over then. The channel and the
/// phone outlive it.
class property_list_channel {
public:
    static constexpr std::uint32_t longest_message = 1024 * 1024;

    property_list_channel(channel& over,
                          phone& device,
                          std::string service,
                          plist_format format = plist_format::xml)
        : over_(over), device_(device), service_(std::move(service)), format_(format)
    {
    }

    boost::asio::awaitable<plist::value> receive();
    boost::asio::awaitable<plist::value> receive(std::chrono::steady_clock::duration limit);

    /// `refusal` is sent instead when the fault is `error`.
    boost::asio::awaitable<void> send(const plist::value& message, const plist::value& refusal);

private:
    boost::asio::awaitable<plist::value>
    receive_within(std::optional<std::chrono::steady_clock::duration> limit);
    boost::asio::awaitable<void> fill(std::span<std::uint8_t> to,
                                      std::optional<std::chrono::steady_clock::duration> limit);

    channel& over_;
    phone& device_;
    std::string service_;
    plist_format format_;
};

} // namespace thimble::virtualphone
