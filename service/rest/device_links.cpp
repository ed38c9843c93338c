// The two WebSockets of a daemon's link.
#include "link/version.hpp"
#include "service/device_links/links.hpp"
#include "service/rest/endpoints.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

endpoint row_for(std::string_view path, std::string summary, std::string meaning)
{
    endpoint row;
    row.paths = {std::string(path)};
    row.open_to = endpoint::access::everybody;
    row.documented_as = {
        .in = chapter::desktops,
        .summary = std::move(summary),
        .details = "For daemons: a WebSocket with the subprotocol thimble.link.1, opened with the "
                   "desktop's token as a bearer.",
        .answers = {{.status = 101, .meaning = std::move(meaning)}},
        .failures = {"AUTH_REQUIRED", "INVALID_DESKTOP_TOKEN", "UPGRADE_REQUIRED"}};
    return row;
}

asio::awaitable<http::response> open_messages(links& all, call& what)
{
    co_return all.open_messages(what.request);
}

asio::awaitable<http::response> open_pictures(links& all, call& what)
{
    co_return all.open_pictures(what.request);
}

} // namespace

std::vector<endpoint> device_link_endpoints(links& all)
{
    auto messages = row_for(link::messages_path, "Link a desktop", "Messages go both ways.");
    messages.answer = [&all](call& what) { return open_messages(all, what); };
    auto pictures = row_for(link::frames_path, "Send the pictures of a link",
                            "Pictures go up. `Thimble-Link-Epoch` names the link.");
    pictures.answer = [&all](call& what) { return open_pictures(all, what); };
    return {messages, pictures};
}

} // namespace thimble::service::api
