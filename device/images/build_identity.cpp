#include "device/images/build_identity.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

namespace thimble::device::images {
namespace {

constexpr std::size_t largest_manifest = 16U << 20; // bytes
constexpr auto signing_program = "libauthinstall-1104.0.9";
constexpr std::size_t sep_nonce_bytes = 20;
constexpr std::uint64_t unchanged = 255; // in a rule: the entry stays as it is

failure unusable(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

/// "0x24"
std::optional<std::uint64_t> hexadecimal_at(plist_t dictionary, const char* key)
{
    const auto text = text_at(dictionary, key);
    if (!text || !text->starts_with("0x"))
        return std::nullopt;
    std::uint64_t value = 0;
    const auto* const end = text->data() + text->size();
    const auto [stopped, error] = std::from_chars(text->data() + 2, end, value, 16);
    return error == std::errc{} && stopped == end ? std::optional(value) : std::nullopt;
}

/// Other identities of the same model have other things in them.
bool has_image(plist_t identity)
{
    auto* const entries = member_of(identity, "Manifest");
    return member_of(entries, "PersonalizedDMG") != nullptr ||
           member_of(entries, "PersonalizedDmg") != nullptr;
}

plist_t identity_for(plist_t manifest, const personal_identity& phone)
{
    auto* const all = member_of(manifest, "BuildIdentities");
    if (all == nullptr || plist_get_node_type(all) != PLIST_ARRAY)
        return nullptr;
    for (std::uint32_t at = 0; at < plist_array_get_size(all); ++at) {
        auto* const each = plist_array_get_item(all, at);
        if (hexadecimal_at(each, "ApBoardID") == phone.board &&
            hexadecimal_at(each, "ApChipID") == phone.chip && has_image(each))
            return each;
    }
    return nullptr;
}

/// Nothing where the path leads out of the image's folder, or to no file.
std::optional<std::filesystem::path>
file_of(plist_t entries, const char* name, const std::filesystem::path& folder)
{
    const auto path = text_at(member_of(member_of(entries, name), "Info"), "Path");
    if (!path)
        return std::nullopt;
    const std::filesystem::path relative(*path);
    for (const auto& part : relative)
        if (part == "..")
            return std::nullopt;
    std::error_code failed;
    auto file = folder / relative;
    if (relative.is_absolute() || !std::filesystem::is_regular_file(file, failed))
        return std::nullopt;
    return file;
}

void set(plist_t dictionary, const char* key, plist_t value)
{
    plist_dict_set_item(dictionary, key, value);
}

/// Conditions of rules whose parameter is set in every request of ours, and is true.
bool is_set(std::string_view condition)
{
    constexpr std::array<std::string_view, 5> parameters{
        "ApRawProductionMode", "ApCurrentProductionMode", "ApRawSecurityMode", "ApRequiresImage4",
        "ApCurrentSecurityMode"};
    return std::ranges::find(parameters, condition) != parameters.end();
}

/// Calls `with(key, node)` for each member.
template <class Each>
void for_members(plist_t dictionary, Each with)
{
    if (dictionary == nullptr || plist_get_node_type(dictionary) != PLIST_DICT)
        return;
    owned<plist_dict_iter, std::free> place;
    plist_dict_new_iter(dictionary, adopt(place));
    for (;;) {
        c_string key;
        plist_t node = nullptr;
        plist_dict_next_item(dictionary, place.get(), adopt(key), &node);
        if (!key || node == nullptr)
            return;
        with(key.get(), node);
    }
}

/// A condition whose parameter is not set holds for no value, false included: so do idevicerestore
/// and pymobiledevice3 take it. Some are no booleans: ApDemotionPolicyOverride "Demote".
bool applies(plist_t rule)
{
    bool all = true;
    auto* const conditions = member_of(rule, "Conditions");
    for_members(conditions, [&](const char* name, plist_t) {
        all = all && is_set(name) && flag_at(conditions, name) == true;
    });
    return all;
}

void apply_rules(plist_t rules, plist_t entry)
{
    if (rules == nullptr || plist_get_node_type(rules) != PLIST_ARRAY)
        return;
    for (std::uint32_t at = 0; at < plist_array_get_size(rules); ++at) {
        auto* const rule = plist_array_get_item(rules, at);
        if (!applies(rule))
            continue;
        auto* const actions = member_of(rule, "Actions");
        for_members(actions, [&](const char* name, plist_t value) {
            if (number_at(actions, name) != unchanged)
                set(entry, name, plist_copy(value));
        });
    }
}

void add_entries(plist_t entries, plist_t to)
{
    auto* const rules = member_of(member_of(member_of(entries, "LoadableTrustCache"), "Info"),
                                  "RestoreRequestRules");
    for_members(entries, [&](const char* name, plist_t entry) {
        if (member_of(entry, "Info") == nullptr || flag_at(entry, "Trusted") != true)
            return;
        auto* const copy = plist_copy(entry);
        plist_dict_remove_item(copy, "Info");
        if (member_of(copy, "Digest") == nullptr)
            set(copy, "Digest", new_data({}));
        apply_rules(rules, copy);
        set(to, name, copy);
    });
}

} // namespace

result<build_identity> read_build_identity(const std::filesystem::path& manifest,
                                           const personal_identity& phone)
{
    const auto content = read_property_list(manifest, largest_manifest);
    if (!content)
        return std::unexpected(
            unusable(manifest.string() + " cannot be read.", "image_unreadable"));
    auto* const identity = identity_for(content.get(), phone);
    auto* const entries = member_of(identity, "Manifest");
    if (entries == nullptr)
        return std::unexpected(unusable("The image of " + manifest.string() +
                                            " is not for this phone's model; a newer one may be.",
                                        "image_not_for_phone"));
    const auto folder = manifest.parent_path();
    auto image = file_of(entries, "PersonalizedDMG", folder);
    if (!image)
        image = file_of(entries, "PersonalizedDmg", folder);
    const auto trust_cache = file_of(entries, "LoadableTrustCache", folder);
    if (!image || !trust_cache)
        return std::unexpected(unusable("A file that " + manifest.string() + " names is missing.",
                                        "image_incomplete"));
    return build_identity{.image = *image,
                          .trust_cache = *trust_cache,
                          .manifest = property_list(plist_copy(entries))};
}

result<build_identity> read_build_identity(std::span<const std::filesystem::path> manifests,
                                           const personal_identity& phone)
{
    constexpr auto other_model = "image_not_for_phone";
    failure why = unusable("There is no developer image.", other_model);
    for (const auto& each : manifests) {
        auto found = read_build_identity(each, phone);
        if (found)
            return found;
        if (why.cause == other_model)
            why = std::move(found.error());
    }
    return std::unexpected(std::move(why));
}

std::string
ticket_request(const build_identity& image, const personal_identity& phone, const blob& nonce)
{
    const property_list request(plist_new_dict());
    auto* const to = request.get();
    for_members(phone.all.get(), [&](const char* name, plist_t value) {
        if (std::string_view(name).starts_with("Ap,"))
            set(to, name, plist_copy(value));
    });
    set(to, "@ApImg4Ticket", plist_new_bool(1));
    set(to, "@BBTicket", plist_new_bool(1));
    set(to, "@HostPlatformInfo", plist_new_string("mac"));
    set(to, "@VersionInfo", plist_new_string(signing_program));
    set(to, "@UUID", plist_new_string(service::random_uuid().c_str()));
    set(to, "ApBoardID", plist_new_uint(phone.board));
    set(to, "ApChipID", plist_new_uint(phone.chip));
    set(to, "ApECID", plist_new_uint(phone.chip_number));
    set(to, "ApNonce", new_data(nonce));
    set(to, "ApProductionMode", plist_new_bool(1));
    set(to, "ApSecurityDomain", plist_new_uint(phone.security_domain));
    set(to, "ApSecurityMode", plist_new_bool(1));
    set(to, "SepNonce", new_data(blob(sep_nonce_bytes, '\0')));
    set(to, "UID_MODE", plist_new_bool(0));
    add_entries(image.manifest.get(), to);
    return to_xml(to);
}

} // namespace thimble::device::images
