#include "virtualphone/lockdown/trusted_hosts.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

namespace thimble::virtualphone {
namespace {

openssl::certificate certificate_at(const plist::value& record, std::string_view key)
{
    const auto pem = plist::data_at(record, key);
    if (!pem)
        return nullptr;
    const openssl::memory source(BIO_new_mem_buf(pem->data(), static_cast<int>(pem->size())));
    openssl::certificate parsed(PEM_read_bio_X509(source.get(), nullptr, nullptr, nullptr));
    ERR_clear_error();
    return parsed;
}

bool signed_by(X509* certificate, X509* issuer)
{
    const bool right = X509_verify(certificate, X509_get0_pubkey(issuer)) == 1;
    ERR_clear_error();
    return right;
}

} // namespace

std::expected<trusted_host, std::string> parse_pair_record(const plist::value& record,
                                                           EVP_PKEY* device_key)
{
    if (!record.is_object())
        return std::unexpected("MissingPairRecord");
    const auto host_id = plist::string_at(record, "HostID");
    if (!host_id || host_id->empty())
        return std::unexpected("MissingHostID");
    trusted_host made{*host_id, plist::string_at(record, "SystemBUID").value_or(""),
                      certificate_at(record, "DeviceCertificate"),
                      certificate_at(record, "HostCertificate"),
                      certificate_at(record, "RootCertificate")};
    if (!made.device || !made.host || !made.root)
        return std::unexpected("InvalidPairRecord");
    const bool ours = EVP_PKEY_eq(X509_get0_pubkey(made.device.get()), device_key) == 1;
    if (!ours || !signed_by(made.device.get(), made.root.get()) ||
        !signed_by(made.host.get(), made.root.get()))
        return std::unexpected("InvalidPairRecord");
    return made;
}

void trusted_hosts::add(trusted_host host)
{
    remove(host.host_id);
    if (hosts_.size() >= most_hosts)
        hosts_.pop_front();
    hosts_.push_back(std::move(host));
}

void trusted_hosts::remove(std::string_view host_id)
{
    std::erase_if(hosts_, [&](const trusted_host& known) { return known.host_id == host_id; });
}

const trusted_host* trusted_hosts::find(std::string_view host_id) const
{
    for (const trusted_host& known : hosts_)
        if (known.host_id == host_id)
            return &known;
    return nullptr;
}

} // namespace thimble::virtualphone
