// Certificates that tests make for themselves, and trust.
#pragma once

#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <string>

namespace thimble::e2e {

/// Signed by itself, for localhost and 127.0.0.1, with a new key; both are files in PEM format that
/// go with it.
class test_certificate {
public:
    /// `name` is the subject's, by which a client can tell one from another.
    explicit test_certificate(const std::string& name = "localhost");

    std::filesystem::path certificate() const { return folder_.path() / "certificate.pem"; }
    std::filesystem::path key() const { return folder_.path() / "key.pem"; }

private:
    temporary_directory folder_;
};

} // namespace thimble::e2e
