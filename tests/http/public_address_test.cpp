// Addresses that count as the public internet.
#include "http/client/public_address.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::http {

namespace {

bool is_public_text(const std::string& address)
{
    return is_public(boost::asio::ip::make_address(address));
}

} // namespace

TEST_CASE("addresses that everybody reaches are public", "[http]")
{
    for (const auto* each :
         {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
          "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
          "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111",
          "2a00:1450:4001:81b::200e", "::ffff:8.8.8.8"}) {
        INFO(each);
        CHECK(is_public_text(each));
    }
}

TEST_CASE("addresses of this machine, of private networks and of none are not", "[http]")
{
    for (const auto* each : {"0.0.0.0",
                             "0.1.2.3",
                             "10.0.0.0",
                             "10.255.255.255",
                             "100.64.0.1",
                             "100.127.255.255",
                             "127.0.0.1",
                             "127.255.255.255",
                             "169.254.169.254",
                             "172.16.0.1",
                             "172.31.255.255",
                             "192.0.0.1",
                             "192.0.2.1",
                             "192.88.99.1",
                             "192.168.0.1",
                             "198.18.0.1",
                             "198.19.255.255",
                             "198.51.100.1",
                             "203.0.113.1",
                             "224.0.0.1",
                             "239.255.255.255",
                             "240.0.0.1",
                             "255.255.255.255",
                             "::",
                             "::1",
                             "fe80::1",
                             "fc00::1",
                             "fd12:3456::1",
                             "fec0::1",
                             "ff02::1",
                             "2001::1",
                             "2001:db8::1",
                             "2002:a00:1::1",
                             "3fff::1",
                             "64:ff9b::a00:1",
                             "100::1",
                             "::ffff:10.0.0.1",
                             "::ffff:127.0.0.1",
                             "::127.0.0.1"}) {
        INFO(each);
        CHECK_FALSE(is_public_text(each));
    }
}

} // namespace thimble::service::http
