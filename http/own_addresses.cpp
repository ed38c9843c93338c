#include "http/own_addresses.hpp"

#include "text/ascii.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace thimble::service {

namespace ip = boost::asio::ip;

namespace {

constexpr std::string_view tls_scheme = "https://";

/// "phones.example" of "Phones.Example:8443", "::1" of "[::1]:8344".
std::string name_in(std::string_view authority)
{
    if (authority.starts_with('['))
        return to_lower(authority.substr(1, authority.find(']') - 1));
    return to_lower(authority.substr(0, authority.find(':')));
}

} // namespace

own_addresses::own_addresses(reach how, const std::vector<std::string>& public_urls) : how_(how)
{
    for (const std::string_view each : public_urls)
        public_.push_back({.name = name_in(each.substr(each.find("://") + 3)),
                           .encrypted = each.starts_with(tls_scheme)});
}

bool own_addresses::include(std::string_view host) const
{
    if (how_ == reach::certified || (how_ == reach::anywhere && public_.empty()) || host.empty())
        return true;
    const auto name = name_in(host);
    if (name == "localhost" ||
        std::ranges::find(public_, name, &public_name::name) != public_.end())
        return true;
    boost::system::error_code not_an_address;
    const auto address = ip::make_address(name, not_an_address);
    return !not_an_address && (how_ == reach::anywhere || address.is_loopback());
}

bool own_addresses::are_encrypted(std::string_view host) const
{
    const auto found = std::ranges::find(public_, name_in(host), &public_name::name);
    return how_ == reach::certified || (found != public_.end() && found->encrypted);
}

} // namespace thimble::service
