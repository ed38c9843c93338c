// A computer that has a developer image for a phone, and the commands with which it mounts it.
#pragma once

#include "tests/virtualphone/lockdown/phone_client.hpp"
#include "virtualphone/tss/digest.hpp"
#include "virtualphone/tss/ticket.hpp"

#include <string_view>

namespace thimble::virtualphone::tests {

struct developer_image {
    std::string_view type;
    plist::bytes content;
    plist::bytes signature;   // of a personal one its ticket
    plist::bytes trust_cache; // of a personal one
};

plist::value mounter_command(std::string_view name);
plist::value look_up(std::string_view type);
plist::value upload_request(const developer_image& image);
plist::value mount_request(const developer_image& image);

boost::asio::awaitable<phone_client> open_mounter(desk& table, const host_identity& host);

/// For iOS 16 and earlier.
developer_image plain_image();

/// With a ticket for this phone, made from what its mounter says of it.
boost::asio::awaitable<developer_image> personal_image(desk& table, const host_identity& host);

/// Which succeeds.
boost::asio::awaitable<void> upload(phone_client& mounter, const developer_image& image);

} // namespace thimble::virtualphone::tests
