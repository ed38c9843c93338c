// The services that lockdown can start, and when.
#pragma once

#include "virtualphone/services/service_session.hpp"

#include <string_view>

namespace thimble::virtualphone {

struct service_entry {
    std::string_view name;
    std::string_view short_name; // how faults call it
    boost::asio::awaitable<void> (*serve)(service_session&) = nullptr;
    plist_format format = plist_format::xml;
    bool for_strangers = false; // without a session as well
    bool needs_developer_image = false;
    bool needs_first_unlock = false; // since the phone was started
};

/// Nothing when the phone has no such service now: its iOS lacks it, or the developer image that
/// brings it is not mounted.
const service_entry* find_service(const phone& device, std::string_view name);

} // namespace thimble::virtualphone
