// Handshake of a tunnel, in the bytes that go over the wire.
#include "device/tunnel/cdtunnel.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::tests {
namespace {

namespace tunnel = device::tunnel;

std::string letters(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string granting(const std::string& address, const std::string& mtu, const std::string& port)
{
    return R"({"type":"serverHandshakeResponse","clientParameters":{"address":")" + address +
           R"(","mtu":)" + mtu + R"(,"netmask":"ffff:ffff:ffff:ffff::"},)" +
           R"("serverAddress":"fd9a:4cc1:5c8e::1","serverRSDPort":)" + port + "}";
}

} // namespace

TEST_CASE("a tunnel is asked for with the size of packets", "[tunnel]")
{
    const auto request = tunnel::handshake_request(16'000);
    CHECK(letters(request) ==
          std::string("CDTunnel\0\x2d", 10) + R"({"type":"clientHandshakeRequest","mtu":16000})");
}

TEST_CASE("an answer says how long it is", "[tunnel]")
{
    const auto length_of = [](const std::string& header) {
        return tunnel::answer_length(std::as_bytes(std::span(header)));
    };
    CHECK(length_of(std::string("CDTunnel\0\xbd", 10)) == 189U);
    CHECK(length_of(std::string("CDTunnel\x20\0", 10)) == 8192U);
    CHECK_FALSE(length_of(std::string("CDTunnel\x20\1", 10)));
    CHECK_FALSE(length_of(std::string("CDtunnel\0\xbd", 10)));
}

TEST_CASE("an answer grants addresses, a size and the directory's port", "[tunnel]")
{
    const auto granted =
        tunnel::parse_answer(granting("fd9a:4cc1:5c8e::2", "1280", "58783"), 16'000);
    REQUIRE(granted);
    CHECK(granted->host[0] == 0xfd);
    CHECK(granted->host[15] == 2);
    CHECK(granted->phone[15] == 1);
    CHECK(granted->mtu == 1'280);
    CHECK(granted->directory_port == 58'783);
}

TEST_CASE("an answer that grants too little or nonsense is refused", "[tunnel]")
{
    const std::string address = "fd9a:4cc1:5c8e::2";
    for (const auto& answer :
         {granting(address, "1279", "1"), granting(address, "16001", "1"),
          granting(address, "-1", "1"), granting(address, "\"1280\"", "1"),
          granting(address, "1280", "0"), granting(address, "1280", "65536"),
          granting("fd9a:4cc1:5c8e::1", "1280", "1"), granting("10.0.0.1", "1280", "1"),
          granting("::", "1280", "1"), granting("::1", "1280", "1"),
          granting("ff02::1", "1280", "1"), std::string("{}"), std::string("[]"), std::string("7"),
          std::string(), std::string("{\"type\":\"serverHandshakeResponse\"}")}) {
        INFO(answer);
        const auto granted = tunnel::parse_answer(answer, 16'000);
        REQUIRE_FALSE(granted);
        CHECK_FALSE(granted.error().empty());
    }
}

} // namespace thimble::tests
