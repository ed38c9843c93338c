#include "http/client/public_address.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::service::http {

namespace ip = boost::asio::ip;

namespace {

struct block_v4 {
    std::string_view first;
    unsigned short bits = 0;
};

/// IANA's registry of special-purpose addresses: those that are not reachable from everywhere.
constexpr std::array special_v4{
    block_v4{"0.0.0.0", 8},      block_v4{"10.0.0.0", 8},     block_v4{"100.64.0.0", 10},
    block_v4{"127.0.0.0", 8},    block_v4{"169.254.0.0", 16}, block_v4{"172.16.0.0", 12},
    block_v4{"192.0.0.0", 24},   block_v4{"192.0.2.0", 24},   block_v4{"192.88.99.0", 24},
    block_v4{"192.168.0.0", 16}, block_v4{"198.18.0.0", 15},  block_v4{"198.51.100.0", 24},
    block_v4{"203.0.113.0", 24}, block_v4{"224.0.0.0", 4},    block_v4{"240.0.0.0", 4},
};

struct block_v6 {
    std::string_view first;
    unsigned short bits = 0;
};

/// Within 2000::/3. 6to4 and Teredo lead to addresses of IPv4 through relays of others.
constexpr std::array special_v6{
    block_v6{"2001::", 23},
    block_v6{"2001:db8::", 32},
    block_v6{"2002::", 16},
    block_v6{"3fff::", 20},
};

bool is_in(const ip::address_v4& address, const block_v4& block)
{
    return ip::network_v4(address, block.bits).network() == ip::make_address_v4(block.first);
}

bool is_in(const ip::address_v6& address, const block_v6& block)
{
    return ip::network_v6(address, block.bits).network() == ip::make_address_v6(block.first);
}

bool is_public_v4(const ip::address_v4& address)
{
    return std::ranges::none_of(special_v4, [&](const auto& each) { return is_in(address, each); });
}

bool is_public_v6(const ip::address_v6& address)
{
    if (address.is_v4_mapped())
        return is_public_v4(ip::make_address_v4(ip::v4_mapped, address));
    return address.scope_id() == 0 && is_in(address, {"2000::", 3}) &&
           std::ranges::none_of(special_v6, [&](const auto& each) { return is_in(address, each); });
}

} // namespace

bool is_public(const ip::address& address)
{
    return address.is_v4() ? is_public_v4(address.to_v4()) : is_public_v6(address.to_v6());
}

} // namespace thimble::service::http
