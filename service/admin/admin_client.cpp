#include "service/admin/admin_client.hpp"

#include <boost/asio/local/stream_protocol.hpp>

#include <chrono>
#include <ostream>
#include <string>

namespace thimble::service {

namespace asio = boost::asio;

namespace {
constexpr std::chrono::seconds patience{15};
}

std::optional<admin_answer> ask_running_service(const std::filesystem::path& socket,
                                                const admin_request& what)
{
    asio::local::stream_protocol::endpoint place;
    try {
        place = socket.string();
    } catch (const boost::system::system_error&) { // too long a path: nobody listens there
        return std::nullopt;
    }
    asio::local::stream_protocol::iostream service;
    service.expires_after(patience);
    service.connect(place);
    if (!service)
        return std::nullopt;
    service << to_line(what) << std::flush;
    std::string line;
    std::getline(service, line);
    if (auto answer = parse_admin_answer(line))
        return answer;
    return admin_answer{.done = false,
                        .text = "The running service did not answer; its log may say why"};
}

} // namespace thimble::service
