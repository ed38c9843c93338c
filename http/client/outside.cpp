#include "http/client/outside.hpp"

#include "http/client/connect.hpp"
#include "http/client/public_address.hpp"

#include <utility>

namespace thimble::service::http {

namespace asio = boost::asio;

namespace {

std::string words_for(connect_step failed)
{
    switch (failed) {
    case connect_step::resolve:
        return "its name cannot be found";
    case connect_step::forbidden:
        return "it is at a private address, which is not reached";
    case connect_step::reach:
        return "nobody answers there";
    case connect_step::expired:
        return "its certificate has expired";
    case connect_step::not_yet_valid:
        return "its certificate is not valid yet";
    case connect_step::wrong_host:
        return "its certificate is another host's";
    case connect_step::unknown_issuer:
        return "its certificate is not trusted";
    default:
        return "no encryption could be agreed on";
    }
}

} // namespace

bool may_reach(const asio::ip::address& address, const outside_reach& within)
{
    return within.private_addresses || is_public(address);
}

asio::awaitable<std::expected<stream, std::string>>
connect_outside(server_address server, outside_reach within, async::worker& resolver)
{
    if (server.encrypted && within.trust == nullptr)
        co_return std::unexpected("the system's authorities cannot be read");
    const bool encrypted = server.encrypted;
    route way{.server = std::move(server),
              .trust = encrypted ? within.trust : nullptr,
              .may_reach = [within](const auto& at) { return http::may_reach(at, within); }};
    auto made = co_await connect(std::move(way), resolver, within.connect_time);
    if (!made)
        co_return std::unexpected(words_for(made.error().step));
    co_return std::move(*made);
}

} // namespace thimble::service::http
