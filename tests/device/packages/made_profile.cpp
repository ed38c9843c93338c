#include "tests/device/packages/made_package.hpp"

#include <openssl/cms.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace thimble::tests {
namespace {

template <auto Free>
struct openssl_freed {
    template <class Object>
    void operator()(Object* object) const noexcept
    {
        Free(object);
    }
};
template <class Object, auto Free>
using openssl_owner = std::unique_ptr<Object, openssl_freed<Free>>;

using made_key = openssl_owner<EVP_PKEY, EVP_PKEY_free>;
using made_certificate = openssl_owner<X509, X509_free>;
using memory_stream = openssl_owner<BIO, BIO_free_all>;

struct signer {
    made_key key{EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256")};
    made_certificate certificate{X509_new()};

    signer()
    {
        constexpr long day = 86'400; // seconds
        X509_set_version(certificate.get(), X509_VERSION_3);
        ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -day);
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), day);
        auto* const name = X509_get_subject_name(certificate.get());
        const auto* const common = reinterpret_cast<const unsigned char*>("Test Developer");
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, common, -1, -1, 0);
        X509_set_issuer_name(certificate.get(), name);
        X509_set_pubkey(certificate.get(), key.get());
        if (X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0)
            throw std::runtime_error("no certificate can be made");
    }
};

std::string date_text(std::chrono::sys_seconds moment)
{
    using namespace std::chrono;
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(moment - day);
    std::array<char, 64> text{};
    const int size = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
        static_cast<int>(time.seconds().count()));
    return {text.data(), static_cast<std::size_t>(size)};
}

} // namespace

std::string profile_text(const made_profile& of)
{
    std::string phones;
    for (const auto& each : of.phones)
        phones += "<string>" + each + "</string>";
    const std::string whom = of.all_phones
                                 ? "<key>ProvisionsAllDevices</key><true/>"
                                 : "<key>ProvisionedDevices</key><array>" + phones + "</array>";
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
           "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
           "<plist version=\"1.0\"><dict><key>Name</key><string>" +
           of.name + "</string><key>TeamName</key><string>" + of.team +
           " Ltd</string><key>TeamIdentifier</key><array><string>" + of.team +
           "</string></array><key>CreationDate</key><date>" + date_text(of.created) +
           "</date><key>ExpirationDate</key><date>" + date_text(of.expires) +
           "</date><key>DeveloperCertificates</key><array><data>AQID</data></array>" + whom +
           "<key>Entitlements</key><dict><key>application-identifier</key><string>" + of.app_id +
           "</string><key>get-task-allow</key><true/></dict></dict></plist>";
}

std::string signed_message(const std::string& content)
{
    const signer with;
    const memory_stream from(BIO_new_mem_buf(content.data(), static_cast<int>(content.size())));
    const openssl_owner<CMS_ContentInfo, CMS_ContentInfo_free> message(
        CMS_sign(with.certificate.get(), with.key.get(), nullptr, from.get(), CMS_BINARY));
    const memory_stream to(BIO_new(BIO_s_mem()));
    if (!message || i2d_CMS_bio(to.get(), message.get()) != 1)
        throw std::runtime_error("no message can be signed");
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(to.get(), &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

std::string signed_profile(const made_profile& of)
{
    return signed_message(profile_text(of));
}

} // namespace thimble::tests
