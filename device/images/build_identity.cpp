#include "device/images/build_identity.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
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

/// A value without members where there is none.
const plist::property_value& part_of(const plist::property_value& dictionary, std::string_view key)
{
    static const plist::property_value none{plist::property_dictionary()};
    const auto* const found = plist::member_of(dictionary, key);
    return found == nullptr ? none : *found;
}

template <class Kind>
const Kind& held_as(const plist::property_value& what)
{
    static const Kind none;
    const auto* const held = std::get_if<Kind>(&what.held);
    return held == nullptr ? none : *held;
}

const auto& members_of(const plist::property_value& what)
{
    return held_as<plist::property_dictionary>(what);
}

const auto& elements_of(const plist::property_value& what)
{
    return held_as<plist::property_array>(what);
}

/// "0x24"
std::optional<std::uint64_t> hexadecimal_at(const plist::property_value& dictionary,
                                            std::string_view key)
{
    const auto text = plist::text_at(dictionary, key);
    if (!text || !text->starts_with("0x"))
        return std::nullopt;
    std::uint64_t value = 0;
    const auto* const end = text->data() + text->size();
    const auto [stopped, error] = std::from_chars(text->data() + 2, end, value, 16);
    return error == std::errc{} && stopped == end ? std::optional(value) : std::nullopt;
}

/// The file's, up to the limit; nothing where it cannot be read or is none.
std::optional<plist::property_value> read_manifest(const std::filesystem::path& file)
{
    std::error_code failed;
    const auto size = std::filesystem::file_size(file, failed);
    if (failed || size > largest_manifest)
        return std::nullopt;
    std::ifstream from(file, std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(from), {});
    auto parsed = plist::parse_property_list(content);
    return from && parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

/// Other identities of the same model have other things in them.
bool has_image(const plist::property_value& identity)
{
    const auto& entries = part_of(identity, "Manifest");
    return plist::member_of(entries, "PersonalizedDMG") != nullptr ||
           plist::member_of(entries, "PersonalizedDmg") != nullptr;
}

/// The entries of the identity for such a phone; null where there is none.
const plist::property_value* entries_for(const plist::property_value& manifest,
                                         const personal_identity& phone)
{
    for (const auto& each : elements_of(part_of(manifest, "BuildIdentities")))
        if (hexadecimal_at(each, "ApBoardID") == phone.board &&
            hexadecimal_at(each, "ApChipID") == phone.chip && has_image(each))
            return plist::member_of(each, "Manifest");
    return nullptr;
}

/// Nothing where the path leads out of the image's folder, or to no file.
std::optional<std::filesystem::path> file_of(const plist::property_value& entries,
                                             std::string_view name,
                                             const std::filesystem::path& folder)
{
    const auto path = plist::text_at(part_of(part_of(entries, name), "Info"), "Path");
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

/// Conditions of rules whose parameter is set in every request of ours, and is true.
bool is_set(std::string_view condition)
{
    constexpr std::array<std::string_view, 5> parameters{
        "ApRawProductionMode", "ApCurrentProductionMode", "ApRawSecurityMode", "ApRequiresImage4",
        "ApCurrentSecurityMode"};
    return std::ranges::find(parameters, condition) != parameters.end();
}

/// A condition whose parameter is not set holds for no value, false included: so do idevicerestore
/// and pymobiledevice3 take it. Some are no booleans: ApDemotionPolicyOverride "Demote".
bool applies(const plist::property_value& rule)
{
    return std::ranges::all_of(members_of(part_of(rule, "Conditions")), [](const auto& each) {
        const auto* const value = std::get_if<bool>(&each.second.held);
        return is_set(each.first) && value != nullptr && *value;
    });
}

void apply_rules(const plist::property_value& rules, plist::property_dictionary& to)
{
    for (const auto& rule : elements_of(rules)) {
        if (!applies(rule))
            continue;
        const auto& actions = part_of(rule, "Actions");
        for (const auto& [name, value] : members_of(actions))
            if (plist::unsigned_at(actions, name) != unchanged)
                to.insert_or_assign(name, value);
    }
}

void add_entries(const plist::property_value& entries, plist::property_dictionary& to)
{
    const auto& rules =
        part_of(part_of(part_of(entries, "LoadableTrustCache"), "Info"), "RestoreRequestRules");
    for (const auto& [name, entry] : members_of(entries)) {
        if (plist::member_of(entry, "Info") == nullptr || plist::flag_at(entry, "Trusted") != true)
            continue;
        auto copy = members_of(entry);
        copy.erase("Info");
        copy.try_emplace("Digest", plist::property_data());
        apply_rules(rules, copy);
        to.insert_or_assign(name, plist::property_value{std::move(copy)});
    }
}

} // namespace

result<build_identity> read_build_identity(const std::filesystem::path& manifest,
                                           const personal_identity& phone)
{
    const auto content = read_manifest(manifest);
    if (!content)
        return std::unexpected(
            unusable(manifest.string() + " cannot be read.", "image_unreadable"));
    const auto* const entries = entries_for(*content, phone);
    if (entries == nullptr)
        return std::unexpected(unusable("The image of " + manifest.string() +
                                            " is not for this phone's model; a newer one may be.",
                                        "image_not_for_phone"));
    const auto folder = manifest.parent_path();
    auto image = file_of(*entries, "PersonalizedDMG", folder);
    if (!image)
        image = file_of(*entries, "PersonalizedDmg", folder);
    const auto trust_cache = file_of(*entries, "LoadableTrustCache", folder);
    if (!image || !trust_cache)
        return std::unexpected(unusable("A file that " + manifest.string() + " names is missing.",
                                        "image_incomplete"));
    return build_identity{.image = *image, .trust_cache = *trust_cache, .manifest = *entries};
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
    using plist::property_data;
    plist::property_dictionary request{
        {"@ApImg4Ticket", {true}},
        {"@BBTicket", {true}},
        {"@HostPlatformInfo", {"mac"}},
        {"@VersionInfo", {signing_program}},
        {"@UUID", {service::random_uuid()}},
        {"ApBoardID", {phone.board}},
        {"ApChipID", {phone.chip}},
        {"ApECID", {phone.chip_number}},
        {"ApNonce", {property_data{nonce}}},
        {"ApProductionMode", {true}},
        {"ApSecurityDomain", {phone.security_domain}},
        {"ApSecurityMode", {true}},
        {"SepNonce", {property_data{blob(sep_nonce_bytes, '\0')}}},
        {"UID_MODE", {false}},
    };
    for (const auto& [name, value] : members_of(phone.all))
        if (name.starts_with("Ap,"))
            request.insert_or_assign(name, value);
    add_entries(image.manifest, request);
    return plist::to_xml({std::move(request)});
}

} // namespace thimble::device::images
