// Certificates that tests make for themselves, and trust.
#pragma once

#include "tests/e2e/temporary_directory.hpp"

#include <chrono>
#include <filesystem>
#include <string>

namespace thimble::e2e {

class test_certificate;

struct certificate_terms {
    std::string name = "localhost";                     // the subject's
    std::string hosts = "DNS:localhost,IP:127.0.0.1";   // whose certificate it is
    std::chrono::seconds from{-60};                     // valid, beginning that long from now
    std::chrono::seconds until{std::chrono::hours(24)}; // and ending
    bool authority = false;                             // it may sign others
    const test_certificate* issuer = nullptr;           // an authority; nullptr: itself
};

/// With a new key; both are files in PEM format that go with it. By default signed by itself, for
/// localhost and 127.0.0.1.
class test_certificate {
public:
    /// `name` is the subject's, by which a client can tell one from another.
    explicit test_certificate(const std::string& name = "localhost");
    explicit test_certificate(const certificate_terms& terms);

    std::filesystem::path certificate() const { return folder_.path() / "certificate.pem"; }
    std::filesystem::path key() const { return folder_.path() / "key.pem"; }

private:
    temporary_directory folder_;
};

} // namespace thimble::e2e
