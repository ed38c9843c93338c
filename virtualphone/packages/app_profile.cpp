#include "virtualphone/packages/offered_app.hpp"

#include <openssl/cms.h>
#include <openssl/err.h>

#include <cstdio>
#include <memory>

namespace thimble::virtualphone::packages {
namespace {

template <auto Free>
struct profile_freed {
    template <class Object>
    void operator()(Object* object) const noexcept
    {
        Free(object);
    }
};
using signed_message = std::unique_ptr<CMS_ContentInfo, profile_freed<CMS_ContentInfo_free>>;
using memory_bio = std::unique_ptr<BIO, profile_freed<BIO_free_all>>;

std::optional<plist::bytes> verified_content(plist::byte_view content)
{
    const auto* at = content.data();
    const signed_message message(
        d2i_CMS_ContentInfo(nullptr, &at, static_cast<long>(content.size())));
    const memory_bio out(BIO_new(BIO_s_mem()));
    const bool good = message && out &&
                      CMS_verify(message.get(), nullptr, nullptr, nullptr, out.get(),
                                 CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY) == 1;
    ERR_clear_error();
    if (!good)
        return std::nullopt;
    char* bytes = nullptr;
    const auto size = BIO_get_mem_data(out.get(), &bytes);
    return plist::bytes(bytes, bytes + size);
}

/// "2026-11-26T12:00:00Z"
std::optional<std::chrono::sys_seconds> moment_of(const std::string& text)
{
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    if (std::sscanf(text.c_str(), "%4d-%2u-%2uT%2d:%2d:%2dZ", &year, &month, &day, &hour, &minute,
                    &second) != 6)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (!date.ok())
        return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second);
}

} // namespace

std::optional<app_profile> read_app_profile(plist::byte_view content)
{
    const auto text = verified_content(content);
    const auto list = text ? plist::parse(*text) : std::unexpected(std::string());
    if (!list)
        return std::nullopt;
    const auto expires = moment_of(plist::string_at(*list, "ExpirationDate").value_or(""));
    if (!expires)
        return std::nullopt;
    app_profile profile;
    profile.expires = *expires;
    profile.all_phones = plist::bool_at(*list, "ProvisionsAllDevices").value_or(false);
    if (const auto* const phones = plist::find(*list, "ProvisionedDevices"))
        for (const auto& each : *phones)
            if (each.is_string())
                profile.phones.push_back(each.get<std::string>());
    const auto* const teams = plist::find(*list, "TeamIdentifier");
    if (teams != nullptr && teams->is_array() && !teams->empty() && teams->front().is_string())
        profile.team = teams->front().get<std::string>();
    if (const auto* const entitlements = plist::find(*list, "Entitlements"))
        profile.app_id = plist::string_at(*entitlements, "application-identifier").value_or("");
    return profile;
}

} // namespace thimble::virtualphone::packages
