// Values of --service that are accepted, and messages about others.
#include "daemon/uplink/service_address.hpp"
#include "tests/catch2.hpp"

#include <vector>

namespace thimble::daemon {

namespace {

struct good_row {
    const char* text;
    const char* url;
    const char* authority;
};

struct bad_row {
    std::string text;
    const char* said;
};

} // namespace

TEST_CASE("a service has one form, however it is written", "[daemon]")
{
    const std::vector<good_row> rows{
        {"https://phones.example", "https://phones.example", "phones.example:443"},
        {"https://phones.example/", "https://phones.example", "phones.example:443"},
        {"HTTPS://Phones.Example:443", "https://phones.example", "phones.example:443"},
        {"https://phones.example:8345", "https://phones.example:8345", "phones.example:8345"},
        {"https://192.0.2.7", "https://192.0.2.7", "192.0.2.7:443"},
        {"https://[2001:DB8::1]:8345", "https://[2001:db8::1]:8345", "[2001:db8::1]:8345"},
        {"https://phones.example:", "https://phones.example", "phones.example:443"},
        {"http://localhost:8345", "http://localhost:8345", "localhost:8345"},
        {"http://127.3.2.1", "http://127.3.2.1", "127.3.2.1:80"},
        {"http://[::1]:8345/", "http://[::1]:8345", "[::1]:8345"},
    };
    for (const auto& row : rows) {
        INFO(row.text);
        const auto address = parse_service_address(row.text);
        REQUIRE(address);
        CHECK(address->url() == row.url);
        CHECK(address->authority() == row.authority);
        CHECK(parse_service_address(address->url()) == *address);
    }
}

TEST_CASE("loopback is known by name and by address", "[daemon]")
{
    for (const auto* text : {"https://localhost", "http://LOCALHOST:1", "https://127.0.0.1",
                             "http://127.255.0.9", "https://[::1]"})
        CHECK(parse_service_address(text)->loopback);
    for (const auto* text :
         {"https://localhost.example", "https://128.0.0.1", "https://[::2]", "https://0.0.0.0"})
        CHECK_FALSE(parse_service_address(text)->loopback);
}

TEST_CASE("what is wrong with an address is said without repeating it", "[daemon]")
{
    const std::vector<bad_row> rows{
        {"", "no address"},
        {"phones.example", "no address"},
        {"https:phones.example", "no address"},
        {"https://", "host"},
        {"ftp://phones.example", "https://"},
        {"ws://localhost", "https://"},
        {"https://ada:secret@phones.example", "password"},
        {"https://phones.example/v1", "path"},
        {"https://phones.example?secret=1", "query"},
        {"https://phones.example#secret", "fragment"},
        {"https://phones.example:0", "port"},
        {"https://phones.example:65536", "port"},
        {"https://phones.example:99999", "port"},
        {"https://phones.example:99999999999", "port"},
        {"https://ph%6Fnes.example", "host"},
        {"https://phones..example", "host"},
        {"https://.example", "host"},
        {"https://phones example", "no address"},
        {"https://phones.example\r\nsecret: 1", "no address"},
        {"https://" + std::string(300, 'a'), "host"},
        {"https://" + std::string(5000, 'a'), "no address"},
        {"http://phones.example", "unencrypted"},
        {"http://192.0.2.7:8345", "unencrypted"},
        {"http://localhost.example", "unencrypted"},
    };
    for (const auto& row : rows) {
        INFO(row.text);
        const auto address = parse_service_address(row.text);
        REQUIRE_FALSE(address);
        INFO(address.error());
        CHECK(address.error().find(row.said) != std::string::npos);
        CHECK(address.error().find("secret") == std::string::npos);
    }
}

} // namespace thimble::daemon
