// The certificate that an encrypted server shows to its clients.
#pragma once

#include <boost/asio/ssl/context.hpp>

#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::http {

/// PEM files: the certificate with those that lead to its root, and its private key.
struct tls_files {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

/// Home thread.
class certificate {
public:
    /// nullptr where no files are named. Errors are sentences that name the file. Refuses a key
    /// that every user can read, one with a passphrase, and one that belongs to another
    /// certificate.
    static std::expected<std::shared_ptr<certificate>, std::string>
    load(std::optional<tls_files> from);

    /// Reads the files again; after an error the certificate is the one from before.
    std::expected<void, std::string> reload();

    /// TLS context of new connections. Those that are open keep what they began with.
    boost::asio::ssl::context& context() const noexcept { return *context_; }

private:
    explicit certificate(tls_files from) : files_(std::move(from)) {}

    tls_files files_;
    std::unique_ptr<boost::asio::ssl::context> context_;
};

} // namespace thimble::service::http
