// A session that is told more than its followers can take, and followers that do not read.
#pragma once

#include "tests/e2e/eventually.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <string>

namespace thimble::service::test {

/// Asks for the events of a session, and then reads nothing until it is told to. Its system holds
/// as little for it as can be.
class stuck_follower {
public:
    stuck_follower(std::uint16_t port, const std::string& target)
    {
        socket_.open(boost::asio::ip::tcp::v4());
        socket_.set_option(boost::asio::socket_base::receive_buffer_size(4096));
        socket_.connect({boost::asio::ip::address_v4::loopback(), port});
        boost::asio::write(
            socket_,
            boost::asio::buffer("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" +
                                "Accept: text/event-stream\r\nX-API-Key: " + api_key + "\r\n\r\n"));
    }

    /// Text that still arrives before the service has closed.
    std::string rest()
    {
        std::string out;
        std::array<char, 65536> chunk{};
        boost::system::error_code failed;
        while (!failed)
            out.append(chunk.data(), socket_.read_some(boost::asio::buffer(chunk), failed));
        return out;
    }

private:
    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
};

/// A message of as many characters as there may be, three bytes each; of a hundred and fifty no
/// sockets hold all.
inline constexpr std::size_t message_size = 29'700;
inline constexpr int more_than_sockets_hold = 150;

/// Its agent reads none of all that it is told.
inline limits with_write_time(std::chrono::milliseconds time)
{
    limits out;
    out.followers.write_time = time;
    out.runs.session.unread_messages = 100'000;
    out.runs.session.events.of_one.text = 2 * message_size;
    return out;
}

struct told_session : with_agent {
    explicit told_session(limits granted) : with_agent(slow_model, granted)
    {
        REQUIRE(becomes(made.at("id"), "running"));
    }

    /// The number is what tells one message from another.
    void say(int number)
    {
        auto text = std::to_string(number);
        for (std::size_t size = 0; size < message_size; size += 3)
            text += "\u20ac";
        const auto answer =
            tell(made.at("id"), "messages", nlohmann::json{{"message", text}}.dump());
        REQUIRE(answer.status == 204);
    }

    bool metric(const std::string& line)
    {
        return ("\n" + client.get("/metrics").body).contains("\n" + line + "\n");
    }

    bool follow(int count)
    {
        return e2e::eventually(std::chrono::minutes(1), [&] {
            return metric("thimble_session_followers " + std::to_string(count));
        });
    }

    nlohmann::json made = begin();
    std::string events = session_path(made, "/events");
};

} // namespace thimble::service::test
