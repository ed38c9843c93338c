#include "tests/service/live_view/multipart_client.hpp"

#include "tests/catch2.hpp"
#include "text/ascii.hpp"

#include <boost/asio/write.hpp>

#include <array>

namespace thimble::service::test {

namespace asio = boost::asio;

multipart_client::multipart_client(std::uint16_t port,
                                   const std::string& target,
                                   const headers& fields)
{
    socket_.connect({asio::ip::address_v4::loopback(), port});
    std::string asked = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n";
    for (const auto& [name, value] : fields)
        asked += name + ": " + value + "\r\n";
    asio::write(socket_, asio::buffer(asked + "\r\n"));
    const auto status = line();
    REQUIRE(status);
    head_.status = static_cast<unsigned>(std::stoul(status->substr(9, 3)));
    for (auto each = line(); each && !each->empty(); each = line())
        head_.fields[to_lower(each->substr(0, each->find(':')))] =
            each->substr(each->find(':') + 2);
    if (head_.status != 200)
        return;
    CHECK(line() == "");
    CHECK(line() == "--thimble-picture");
}

bool multipart_client::fill()
{
    std::array<char, 65536> chunk{};
    boost::system::error_code failed;
    const auto count = socket_.read_some(asio::buffer(chunk), failed);
    buffer_.append(chunk.data(), count);
    return !failed;
}

std::optional<std::string> multipart_client::line()
{
    auto end = buffer_.find("\r\n");
    while (end == std::string::npos) {
        if (!fill())
            return std::nullopt;
        end = buffer_.find("\r\n");
    }
    auto out = buffer_.substr(0, end);
    buffer_.erase(0, end + 2);
    return out;
}

headers multipart_client::begin_part()
{
    headers out;
    for (auto each = line(); each && !each->empty(); each = line())
        out[to_lower(each->substr(0, each->find(':')))] = each->substr(each->find(':') + 2);
    return out;
}

/// Every part is closed by a delimiter before the next one begins.
std::string multipart_client::rest_of(const headers& of)
{
    const auto length = std::stoul(of.at("content-length"));
    while (buffer_.size() < length)
        if (!fill())
            return {};
    auto out = buffer_.substr(0, length);
    buffer_.erase(0, length);
    CHECK(line() == "");
    CHECK(line() == "--thimble-picture");
    return out;
}

std::optional<multipart_client::part> multipart_client::next()
{
    part out;
    out.fields = begin_part();
    if (out.fields.empty())
        return std::nullopt;
    out.body = rest_of(out.fields);
    return out;
}

bool multipart_client::ends()
{
    while (fill())
        buffer_.clear();
    return true;
}

void multipart_client::close()
{
    socket_.close();
}

} // namespace thimble::service::test
