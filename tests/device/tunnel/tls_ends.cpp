#include "tests/device/tunnel/tls_ends.hpp"

#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
namespace coredevice = device::coredevice;
using boost::system::error_code;
using local_socket = asio::local::stream_protocol::socket;

using key_pointer = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using certificate_pointer = std::unique_ptr<X509, decltype(&X509_free)>;
using memory_pointer = std::unique_ptr<BIO, decltype(&BIO_free)>;

template <class Write>
std::string pem_of(Write write)
{
    const memory_pointer memory(BIO_new(BIO_s_mem()), BIO_free);
    write(memory.get());
    std::array<char, 8192> text{};
    const int size = BIO_read(memory.get(), text.data(), static_cast<int>(text.size()));
    return {text.data(), static_cast<std::size_t>(std::max(size, 0))};
}

class tls_phone_stream final : public coredevice::byte_stream {
public:
    tls_phone_stream(local_socket socket, ssl::context& settings) : tls(std::move(socket), settings)
    {
    }

    asio::awaitable<std::expected<std::size_t, error_code>>
    read_some(std::span<std::byte> to) override
    {
        error_code failed;
        const auto count = co_await tls.async_read_some(
            asio::buffer(to.data(), to.size()), asio::redirect_error(asio::use_awaitable, failed));
        if (failed)
            co_return std::unexpected(failed);
        co_return count;
    }

    asio::awaitable<std::expected<void, error_code>>
    write(std::span<const std::byte> bytes) override
    {
        error_code failed;
        co_await asio::async_write(tls, asio::buffer(bytes.data(), bytes.size()),
                                   asio::redirect_error(asio::use_awaitable, failed));
        if (failed)
            co_return std::unexpected(failed);
        co_return std::expected<void, error_code>();
    }

    void close() override
    {
        error_code ignored;
        tls.lowest_layer().close(ignored);
    }

    ssl::stream<local_socket> tls;
};

} // namespace

device::tunnel::tls_identity new_identity()
{
    const key_pointer key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const certificate_pointer made(X509_new(), X509_free);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), 24L * 3600);
    X509_set_pubkey(made.get(), key.get());
    X509_sign(made.get(), key.get(), EVP_sha256());
    return {.certificate = pem_of([&](BIO* to) { PEM_write_bio_X509(to, made.get()); }),
            .private_key = pem_of([&](BIO* to) {
                PEM_write_bio_PrivateKey(to, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
            })};
}

tls_phone::tls_phone(asio::io_context& context)
    : settings_(ssl::context::tls_server), phone_(context), host_(context)
{
    asio::local::connect_pair(phone_, host_);
    const auto identity = new_identity();
    settings_.use_certificate(asio::buffer(identity.certificate), ssl::context::pem);
    settings_.use_private_key(asio::buffer(identity.private_key), ssl::context::pem);
    settings_.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
    settings_.set_verify_callback([](bool, ssl::verify_context&) { return true; });
}

device::tunnel::service_connection
tls_phone::take_connection(const device::tunnel::tls_identity& as)
{
    return {.socket = device::tunnel::owned_descriptor(host_.release()), .identity = as};
}

asio::awaitable<std::unique_ptr<coredevice::byte_stream>> tls_phone::accept()
{
    auto stream = std::make_unique<tls_phone_stream>(std::move(phone_), settings_);
    error_code failed;
    co_await stream->tls.async_handshake(ssl::stream_base::server,
                                         asio::redirect_error(asio::use_awaitable, failed));
    if (failed)
        co_return nullptr;
    co_return stream;
}

void tls_phone::hang_up()
{
    error_code ignored;
    phone_.close(ignored);
}

} // namespace thimble::tests
