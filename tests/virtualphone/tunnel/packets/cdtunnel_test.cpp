// The agreement before a tunnel, as hosts ask for it and as they read the answer.
#include "tests/catch2.hpp"
#include "virtualphone/tunnel/packets/cdtunnel.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace tunnel;

bytes letters(std::string_view text)
{
    return {text.begin(), text.end()};
}

std::optional<std::size_t> granted(std::string_view request)
{
    const auto mtu = grant_mtu(letters(request));
    return mtu ? std::optional(*mtu) : std::nullopt;
}

} // namespace

TEST_CASE("a request for a tunnel is found by its header", "[virtualphone]")
{
    const auto header = letters(std::string_view("CDTunnel\0\x2d", 10));
    CHECK(cdtunnel_body_size(std::span(header).first<cdtunnel_header_size>()) == 45);
    const auto other = letters(std::string_view("CDTunnet\0\x2d", 10));
    CHECK_FALSE(cdtunnel_body_size(std::span(other).first<cdtunnel_header_size>()));
}

TEST_CASE("no more is granted than was asked, nor than a phone can", "[virtualphone]")
{
    CHECK(granted(R"({"type":"clientHandshakeRequest","mtu":16000})") == 16'000);
    CHECK(granted(R"({"mtu":1280,"type":"clientHandshakeRequest"})") == 1'280);
    CHECK(granted(R"({"mtu":65535,"type":"clientHandshakeRequest"})") == 16'000);
    CHECK(granted(R"({"mtu":576,"type":"clientHandshakeRequest"})") == 1'280);
    CHECK_FALSE(granted(R"({"mtu":-1,"type":"clientHandshakeRequest"})"));
    CHECK_FALSE(granted(R"({"mtu":"1280","type":"clientHandshakeRequest"})"));
    CHECK_FALSE(granted(R"({"mtu":1280,"type":"serverHandshakeResponse"})"));
    CHECK_FALSE(granted(R"({"type":"clientHandshakeRequest"})"));
    CHECK_FALSE(granted("[1280]"));
    CHECK_FALSE(granted(""));
}

TEST_CASE("the answer fits where hosts read one byte of its length", "[virtualphone]")
{
    auto granted = addresses_of("00008130-000A1B2C3D4E5F6A");
    granted.mtu = 16'000;
    granted.directory_port = 58'783;
    const auto answer = cdtunnel_answer(granted);
    const auto size = cdtunnel_body_size(std::span(answer).first<cdtunnel_header_size>());
    REQUIRE(size);
    CHECK(*size == answer.size() - cdtunnel_header_size);
    CHECK(*size <= 255);
    const std::string body(answer.begin() + cdtunnel_header_size, answer.end());
    CHECK(body == R"({"type":"serverHandshakeResponse","clientParameters":{"address":")" +
                      to_text(granted.host) +
                      R"(","mtu":16000,"netmask":"ffff:ffff:ffff:ffff::"},"serverAddress":")" +
                      to_text(granted.phone) + R"(","serverRSDPort":58783})");
    CHECK(to_text(granted.phone).starts_with("fd"));
    CHECK(to_text(granted.phone).ends_with("::1"));
    CHECK(to_text(granted.host).ends_with("::2"));
}

} // namespace thimble::virtualphone::tests
