#include "device/packages/provisioning_profile.hpp"

#include "device/plist/property_list.hpp"
#include "text/ascii.hpp"
#include "text/printable_text.hpp"

#include <openssl/cms.h>
#include <openssl/err.h>

#include <algorithm>
#include <memory>

namespace thimble::device::packages {
namespace {

constexpr std::size_t longest_name = 200;    // bytes
constexpr std::size_t most_phones = 20'000;  // Apple's limit is some hundreds a kind and year
constexpr std::size_t longest_phone_id = 64; // bytes

struct cms_freed {
    void operator()(CMS_ContentInfo* message) const noexcept { CMS_ContentInfo_free(message); }
};
using cms_message = std::unique_ptr<CMS_ContentInfo, cms_freed>;

/// OpenSSL keeps a thread's errors for whoever asks next.
struct errors_cleared {
    errors_cleared() = default;
    errors_cleared(const errors_cleared&) = delete;
    errors_cleared& operator=(const errors_cleared&) = delete;
    ~errors_cleared() { ERR_clear_error(); }
};

std::expected<std::string, std::string> signed_content(std::string_view message)
{
    const errors_cleared at_the_end;
    const auto* at = reinterpret_cast<const unsigned char*>(message.data());
    const cms_message parsed(d2i_CMS_ContentInfo(nullptr, &at, static_cast<long>(message.size())));
    if (!parsed || OBJ_obj2nid(CMS_get0_type(parsed.get())) != NID_pkcs7_signed)
        return std::unexpected("The provisioning profile is no signed message.");
    ASN1_OCTET_STRING** const content = CMS_get0_content(parsed.get());
    if (content == nullptr || *content == nullptr)
        return std::unexpected("The provisioning profile is empty.");
    return std::string(reinterpret_cast<const char*>(ASN1_STRING_get0_data(*content)),
                       static_cast<std::size_t>(ASN1_STRING_length(*content)));
}

std::string name_at(const plist::property_value& list, std::string_view key)
{
    return service::printable(
        plist::text_at(list, key).value_or(std::string()).substr(0, longest_name));
}

std::string team_of(const plist::property_value& list)
{
    auto teams = plist::texts_at(list, "TeamIdentifier");
    return teams.empty() ? std::string()
                         : service::printable(std::move(teams.front()).substr(0, longest_name));
}

std::vector<std::string> phones_of(const plist::property_value& list)
{
    auto phones = plist::texts_at(list, "ProvisionedDevices");
    if (phones.size() > most_phones)
        phones.resize(most_phones);
    std::erase_if(phones, [](const std::string& udid) { return udid.size() > longest_phone_id; });
    return phones;
}

} // namespace

bool provisioning_profile::names_phone(std::string_view udid) const
{
    const auto wanted = service::to_lower(udid);
    return all_phones || std::ranges::any_of(phones, [&](const std::string& each) {
               return service::to_lower(each) == wanted;
           });
}

bool provisioning_profile::covers_app(std::string_view bundle_id) const
{
    const auto dot = app_id.find('.'); // behind the team, or the older prefix of an app
    if (dot == std::string::npos)
        return app_id.empty(); // it does not say
    std::string_view pattern = std::string_view(app_id).substr(dot + 1);
    if (!pattern.ends_with('*'))
        return pattern == bundle_id;
    pattern.remove_suffix(1);
    return bundle_id.starts_with(pattern);
}

std::expected<provisioning_profile, std::string> read_profile(std::string_view content)
{
    if (content.size() > largest_profile)
        return std::unexpected("The provisioning profile is too large.");
    const auto text = signed_content(content);
    if (!text)
        return std::unexpected(text.error());
    const auto list = plist::parse_property_list(*text);
    if (!list)
        return std::unexpected("The provisioning profile cannot be read. " + list.error());
    const auto expires = plist::date_at(*list, "ExpirationDate");
    if (!expires)
        return std::unexpected("The provisioning profile does not say how long it is good.");
    provisioning_profile profile{
        .name = name_at(*list, "Name"),
        .team_id = team_of(*list),
        .team_name = name_at(*list, "TeamName"),
        .app_id = {},
        .created = plist::date_at(*list, "CreationDate").value_or(std::chrono::sys_seconds()),
        .expires = *expires,
        .all_phones = plist::flag_at(*list, "ProvisionsAllDevices").value_or(false),
        .phones = phones_of(*list)};
    if (const auto* const entitlements = plist::member_of(*list, "Entitlements")) {
        profile.app_id = name_at(*entitlements, "application-identifier");
        profile.may_be_debugged = plist::flag_at(*entitlements, "get-task-allow").value_or(false);
    }
    return profile;
}

} // namespace thimble::device::packages
