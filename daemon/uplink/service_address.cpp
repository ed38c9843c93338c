#include "daemon/uplink/service_address.hpp"

#include "text/url.hpp"

namespace thimble::daemon {

std::expected<service_address, std::string> parse_service_address(std::string_view text)
{
    constexpr std::size_t longest_url = 2048;
    const auto url = service::parse_url(text.substr(0, longest_url));
    if (text.size() > longest_url || !url || !url->has_authority())
        return std::unexpected("it is no address such as https://phones.example");
    auto server = service::server_of(*url);
    if (!server)
        return server;
    if (!url->encoded_path().empty() && url->encoded_path() != "/")
        return std::unexpected("it has a path; name the service alone, as in "
                               "https://phones.example");
    if (url->has_query() || url->has_fragment())
        return std::unexpected("it has a query or a fragment; name the service alone, as in "
                               "https://phones.example");
    return server;
}

} // namespace thimble::daemon
