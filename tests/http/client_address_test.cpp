// The address that a request comes from, and what counts as one.
#include "http/client_address.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::http::test {

namespace {

using head = boost::beast::http::request_header<>;

trusted_proxies trusting(std::string_view list)
{
    const auto read = trusted_proxies::parse(list);
    REQUIRE(read);
    return *read;
}

head forwarded_for(std::string_view value)
{
    head out;
    out.set("X-Forwarded-For", value);
    return out;
}

} // namespace

TEST_CASE("the addresses of a subscriber's network count as one", "[http]")
{
    CHECK(network_of("192.0.2.1") == "192.0.2.1");
    CHECK(network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1"));
    CHECK(network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1"));
    CHECK(network_of("::ffff:192.0.2.1") == "192.0.2.1");
    CHECK(network_of("").empty());
}

TEST_CASE("unless told otherwise a proxy is believed where it is on this machine", "[http]")
{
    const trusted_proxies usual;
    head asked;
    CHECK(usual.client_of(asked, "127.0.0.1") == "127.0.0.1");
    asked = forwarded_for("203.0.113.9, 192.0.2.7");
    CHECK(usual.client_of(asked, "127.0.0.1") == "192.0.2.7");
    CHECK(usual.client_of(asked, "::1") == "192.0.2.7");
    CHECK(usual.client_of(asked, "::ffff:127.0.0.1") == "192.0.2.7");
    CHECK(usual.client_of(asked, "198.51.100.1") == "198.51.100.1");
    asked.insert("X-Forwarded-For", "198.51.100.8, 192.0.2.8"); // by a proxy that adds a line
    CHECK(usual.client_of(asked, "127.0.0.1") == "192.0.2.8");
    for (const auto* odd : {"unknown", "", ",", "192.0.2.7, "})
        CHECK(usual.client_of(forwarded_for(odd), "127.0.0.1") == "127.0.0.1");
}

TEST_CASE("proxies are trusted by address and by network, and a chain of them is followed",
          "[http]")
{
    const auto configured = trusting("10.0.0.0/8, 192.0.2.7,2001:db8::/32");
    for (const auto* proxy :
         {"10.0.0.1", "10.255.255.255", "192.0.2.7", "::ffff:10.0.0.9", "2001:db8:ffff::1"})
        CHECK(configured.trusts(proxy));
    for (const auto* stranger : {"11.0.0.1", "192.0.2.8", "2001:db9::1", "127.0.0.1", "::1", ""})
        CHECK_FALSE(configured.trusts(stranger));
    const auto asked = forwarded_for("198.51.100.4, 203.0.113.9, 192.0.2.7");
    CHECK(configured.client_of(asked, "10.0.0.1") == "203.0.113.9");
    CHECK(configured.client_of(forwarded_for("10.1.1.1,10.1.1.2"), "10.0.0.1") == "10.1.1.1");
    CHECK(trusting("").client_of(asked, "127.0.0.1") == "127.0.0.1");
}

TEST_CASE("what is neither an address nor a network is named", "[http]")
{
    for (const auto* wrong : {"proxy.example", "10.0.0.0/33", "10.0.0.1:80", "/8"})
        CHECK(trusted_proxies::parse(std::string("127.0.0.1,") + wrong).error() == wrong);
    CHECK_FALSE(trusted_proxies::parse("127.0.0.1,"));
}

} // namespace thimble::service::http::test
