#include "http/certificate.hpp"

#include <openssl/err.h>
#include <openssl/x509err.h>

#include <cerrno>
#include <sys/stat.h>
#include <system_error>

namespace thimble::service::http {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using boost::system::error_code;

namespace {

std::string problem_with(const std::filesystem::path& file, const std::string& what)
{
    return "The TLS file " + file.string() + " cannot be used: " + what;
}

/// OpenSSL's own words for an unreadable file would be "system lib".
std::expected<void, std::string> check_file(const std::filesystem::path& file, bool secret)
{
    struct stat about = {};
    if (::stat(file.c_str(), &about) != 0)
        return std::unexpected(
            problem_with(file, std::error_code(errno, std::generic_category()).message()));
    if (!S_ISREG(about.st_mode))
        return std::unexpected(problem_with(file, "it is no file"));
    if (secret && (about.st_mode & S_IROTH) != 0)
        return std::unexpected(problem_with(file, "every user of this machine can read it; make it "
                                                  "private with chmod 600"));
    return {};
}

/// Of TLS 1.2: a stolen key of the certificate opens nothing that was recorded before, and all is
/// authenticated encryption. TLS 1.3 has no others.
constexpr const char* ciphers_of_tls_1_2 = "ECDHE+AESGCM:ECDHE+CHACHA20";

/// TLS 1.2 and newer.
std::unique_ptr<ssl::context> make_context()
{
    auto made = std::make_unique<ssl::context>(ssl::context::tls_server);
    SSL_CTX_set_min_proto_version(made->native_handle(), TLS1_2_VERSION);
    SSL_CTX_set_options(made->native_handle(), SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_cipher_list(made->native_handle(), ciphers_of_tls_1_2);
    return made;
}

std::expected<void, std::string> use_files(ssl::context& in, const tls_files& files)
{
    error_code failed;
    in.use_certificate_chain_file(files.certificate.string(), failed);
    if (failed)
        return std::unexpected(
            problem_with(files.certificate, "it holds no certificate in PEM format"));
    bool locked = false;
    in.set_password_callback([&locked](std::size_t, ssl::context::password_purpose) {
        locked = true; // nobody is there to be asked
        return std::string();
    });
    in.use_private_key_file(files.key.string(), ssl::context::pem, failed);
    in.set_password_callback(
        [](std::size_t, ssl::context::password_purpose) { return std::string(); });
    if (locked)
        return std::unexpected(problem_with(files.key, "it has a passphrase; remove that, and "
                                                       "keep the file private"));
    const auto reason = ERR_GET_REASON(static_cast<unsigned long>(failed.value()));
    if (failed && reason != X509_R_KEY_VALUES_MISMATCH)
        return std::unexpected(problem_with(files.key, "it holds no private key in PEM format"));
    if (failed || SSL_CTX_check_private_key(in.native_handle()) != 1) // the latter: another kind
        return std::unexpected(problem_with(
            files.key, "it is the key of another certificate than " + files.certificate.string()));
    return {};
}

} // namespace

std::expected<std::shared_ptr<certificate>, std::string>
certificate::load(std::optional<tls_files> from)
{
    if (!from)
        return nullptr;
    std::shared_ptr<certificate> made(new certificate(std::move(*from)));
    if (auto loaded = made->reload(); !loaded)
        return std::unexpected(std::move(loaded.error()));
    return made;
}

std::expected<void, std::string> certificate::reload()
{
    if (auto fine = check_file(files_.certificate, false); !fine)
        return fine;
    if (auto fine = check_file(files_.key, true); !fine)
        return fine;
    auto fresh = make_context();
    if (auto used = use_files(*fresh, files_); !used)
        return used;
    context_ = std::move(fresh); // OpenSSL counts who still uses the old one
    return {};
}

} // namespace thimble::service::http
