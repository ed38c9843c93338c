// Every service that a phone's directory can name.
#pragma once

#include "virtualphone/coredevice/conversation.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::coredevice {

/// `plain` says that it speaks RemoteXPC and does not.
enum class protocol : std::uint8_t { shim, lockdown, features, other, plain };

struct table_entry {
    std::string_view name;
    std::string_view entitlement;
    protocol speaks = protocol::shim;
    bool needs_image = false;
    bool needs_xcode_27 = false; // that image or a later one
    std::string_view features{}; // names with commas between; of `features` alone
    std::uint64_t version = 1;

    // Those of which only the name is there refuse connections, as shims do that lockdownd lacks.
    std::string_view short_name{}; // how faults call it
    boost::asio::awaitable<void> (*serve)(conversation&) = nullptr;
};

/// A service's port is the directory's and its place in here, counted from 1.
std::span<const table_entry> service_table();

/// True if the phone has it now.
bool is_there(const phone& device, const table_entry& entry);

std::vector<std::string> features_of(const phone& device, const table_entry& entry);

} // namespace thimble::virtualphone::coredevice
