// Parts of a pair record that the tunnel uses.
#include "device/lockdown/core_device_proxy.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::tests {
namespace {

using device::identity_in;

// "certificate" and "key" in base64
constexpr const char* host_entries = "<key>HostCertificate</key><data>Y2VydGlmaWNhdGU=</data>"
                                     "<key>HostPrivateKey</key><data>a2V5</data>";

std::optional<device::tunnel::tls_identity> identity_from(const std::string& entries_of_record)
{
    const auto record = R"(<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>)" +
                        entries_of_record + "</dict></plist>";
    return identity_in(record.data(), record.size());
}

} // namespace

TEST_CASE("a pair record has the certificate by which a phone knows this computer", "[device]")
{
    const auto found = identity_from(host_entries);
    REQUIRE(found);
    CHECK(found->certificate == "certificate");
    CHECK(found->private_key == "key");
}

TEST_CASE("a pair record without a certificate or a key is of no use", "[device]")
{
    CHECK_FALSE(identity_from(""));
    CHECK_FALSE(identity_from("<key>HostCertificate</key><data>Y2VydGlmaWNhdGU=</data>"));
    CHECK_FALSE(identity_from("<key>HostCertificate</key><string>certificate</string>"
                              "<key>HostPrivateKey</key><string>key</string>"));
    CHECK_FALSE(identity_in("", 0));
    CHECK_FALSE(identity_in("bplist00", 8));
    CHECK_FALSE(identity_in("nonsense", 8));
}

} // namespace thimble::tests
