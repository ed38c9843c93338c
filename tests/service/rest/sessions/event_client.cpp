#include "tests/service/rest/sessions/event_client.hpp"

#include "tests/catch2.hpp"
#include "tests/service/running_service.hpp"
#include "text/ascii.hpp"

#include <boost/asio/write.hpp>

#include <array>

namespace thimble::service::test {

namespace asio = boost::asio;

event_client::event_client(std::uint16_t port, const std::string& target, headers more)
{
    more.emplace("X-API-Key", api_key);
    more.emplace("Accept", "text/event-stream");
    socket_.connect({asio::ip::address_v4::loopback(), port});
    std::string asked = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n";
    for (const auto& [name, value] : more)
        asked += name + ": " + value + "\r\n";
    asio::write(socket_, asio::buffer(asked + "\r\n"));
    const auto status = line();
    REQUIRE(status);
    head_.status = static_cast<unsigned>(std::stoul(status->substr(9, 3)));
    for (auto each = line(); each && *each != "\r"; each = line())
        head_.fields[to_lower(each->substr(0, each->find(':')))] =
            each->substr(each->find(':') + 2, each->size() - each->find(':') - 3);
}

bool event_client::fill()
{
    std::array<char, 65536> chunk{};
    boost::system::error_code failed;
    const auto count = socket_.read_some(asio::buffer(chunk), failed);
    buffer_.append(chunk.data(), count);
    return !failed;
}

std::optional<std::string> event_client::line()
{
    auto end = buffer_.find('\n');
    while (end == std::string::npos) {
        if (!fill())
            return std::nullopt;
        end = buffer_.find('\n');
    }
    auto out = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return out;
}

std::optional<event_client::told> event_client::next()
{
    told out;
    for (auto each = line(); each; each = line()) {
        const auto value = each->substr(std::min(each->size(), each->find(": ") + 2));
        if (each->starts_with("id: "))
            out.id = value;
        else if (each->starts_with("event: "))
            out.event = value;
        else if (each->starts_with("data: "))
            out.data = nlohmann::json::parse(value);
        else if (each->empty() && !out.id.empty())
            return out;
    }
    return std::nullopt;
}

std::vector<event_client::told> event_client::rest()
{
    std::vector<told> out;
    for (auto each = next(); each; each = next())
        out.push_back(std::move(*each));
    return out;
}

bool event_client::ends()
{
    while (fill())
        buffer_.clear();
    return true;
}

void event_client::close()
{
    socket_.close();
}

} // namespace thimble::service::test
