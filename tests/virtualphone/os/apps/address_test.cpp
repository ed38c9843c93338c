#include "tests/catch2.hpp"
#include "virtualphone/os/apps/address.hpp"

using thimble::virtualphone::parse_address;
using thimble::virtualphone::percent_encoded;
using thimble::virtualphone::scheme_of;

TEST_CASE("an address is taken apart", "[virtualphone]")
{
    const auto web = parse_address("HTTPS://example.com/a/b?x=1&y=a%20b%26c&empty=#top");
    REQUIRE(web);
    CHECK(web->scheme == "https");
    CHECK(web->host == "example.com");
    CHECK(web->path == "/a/b");
    CHECK(web->query.at("x") == "1");
    CHECK(web->query.at("y") == "a b&c");
    CHECK(web->query.at("empty").empty());

    const auto call = parse_address("tel:5550100");
    REQUIRE(call);
    CHECK(call->host.empty());
    CHECK(call->path == "5550100");
}

TEST_CASE("what has no scheme or a broken escape is no address", "[virtualphone]")
{
    for (const auto* text : {"", "example.com", ":", "://x", "1a:b", "a b://c", "x://y?a=%",
                             "x:?%z1=", "x:?a=%4", "x:?a=%+1"}) {
        INFO(text);
        CHECK_FALSE(parse_address(text));
    }
    CHECK(scheme_of("App-Prefs:root") == "app-prefs");
}

TEST_CASE("an encoded value is read back as it was", "[virtualphone]")
{
    const std::string text = "50% & more? ü=1\n🧵+/~";
    const auto encoded = percent_encoded(text);
    CHECK(encoded.find('&') == std::string::npos);
    CHECK(parse_address("x://y?a=" + encoded)->query.at("a") == text);
}
