#include "program/listen_address.hpp"

#include "text/whole_number.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace thimble::service {

namespace {

namespace asio = boost::asio;

std::optional<asio::ip::address> parse_host(std::string_view text)
{
    if (text == "localhost")
        return asio::ip::address_v4::loopback();
    const bool bracketed = text.size() > 2 && text.front() == '[' && text.back() == ']';
    if (bracketed)
        text = text.substr(1, text.size() - 2);
    boost::system::error_code error;
    auto address = asio::ip::make_address(text, error);
    if (error || address.is_v6() != bracketed)
        return std::nullopt;
    return address;
}

} // namespace

std::expected<asio::ip::tcp::endpoint, std::string> parse_listen_address(std::string_view text)
{
    const auto colon = text.rfind(':');
    const auto host = parse_host(text.substr(0, std::min(colon, text.size())));
    const auto port = colon == std::string_view::npos
                          ? std::nullopt
                          : whole_number<std::uint16_t>(text.substr(colon + 1));
    if (!host || !port)
        return std::unexpected(
            fmt::format("'{}' is no address and port such as 127.0.0.1:8344 or [::1]:8344", text));
    return asio::ip::tcp::endpoint(*host, *port);
}

} // namespace thimble::service
