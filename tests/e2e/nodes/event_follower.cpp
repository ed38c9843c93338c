#include "tests/e2e/nodes/event_follower.hpp"

#include "tests/e2e/eventually.hpp"

#include <sstream>
#include <string_view>

namespace thimble::e2e {

namespace {

constexpr auto longest_silence = 60s; // four times what the service leaves between two comments

} // namespace

event_follower::event_follower(std::uint16_t port, const std::string& key)
{
    connection_.expires_after(longest_silence * slowdown());
    connection_.connect("127.0.0.1", std::to_string(port));
    connection_ << "GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
                << "X-API-Key: " << key << "\r\n\r\n"
                << std::flush;
    std::string line;
    std::getline(connection_, line);
    std::istringstream first(line);
    std::string version;
    first >> version >> status_;
    while (connection_ && line != "\r") // the rest of the head
        std::getline(connection_, line);
}

/// Chunks of the transfer and comments have no line that begins as an event's data does.
std::optional<nlohmann::json> event_follower::next()
{
    constexpr std::string_view data = "data: ";
    connection_.expires_after(longest_silence * slowdown());
    for (std::string line; std::getline(connection_, line);)
        if (line.starts_with(data)) {
            auto read = nlohmann::json::parse(line.substr(data.size()), nullptr, false);
            if (read.is_object())
                return read;
        }
    return std::nullopt;
}

} // namespace thimble::e2e
