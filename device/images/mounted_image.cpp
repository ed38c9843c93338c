#include "device/images/mounted_image.hpp"

#include "device/images/image_content.hpp"
#include "device/images/tickets.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace thimble::device::images {
namespace {

/// Of the image that mount_image() would mount.
struct wanted_image {
    image_files plain;                       // where it is one
    std::optional<personal_identity> phone;  // where it is to be signed
    std::optional<build_identity> to_sign{}; // likewise
    blob signature{};                        // by which a phone tells that it is mounted
};

const char* type_of(const wanted_image& image)
{
    return image.phone ? signed_type : plain_type;
}

std::optional<wanted_image> find_signed(image_service& with, const std::vector<image_files>& files)
{
    std::vector<std::filesystem::path> manifests;
    for (const auto& each : files)
        manifests.push_back(each.manifest);
    const auto phone = with.identity();
    if (!phone)
        return std::nullopt;
    const auto image = read_build_identity(manifests, *phone);
    if (!image)
        return std::nullopt;
    return wanted_image{
        .plain = {}, .phone = *phone, .to_sign = *image, .signature = digest_of_file(image->image)};
}

/// Nothing where there is none, or the phone does not say what it is.
std::optional<wanted_image>
find_wanted(image_service& with, const std::string& os_version, const mount_settings& settings)
{
    const auto files = choose_images(find_images(settings.folders), os_version);
    if (files.empty())
        return std::nullopt;
    if (files.front().version.empty())
        return find_signed(with, files);
    auto signature = content_of(files.front().signature, largest_signature);
    return wanted_image{
        .plain = files.front(), .phone = {}, .signature = std::move(signature).value_or(blob())};
}

/// After this the image can be mounted without the signing server.
result<void> have_ticket(image_service& with,
                         const wanted_image& image,
                         const mount_settings& settings,
                         const mount_progress& progress)
{
    if (!image.phone || with.kept_ticket(image.signature))
        return {};
    const auto nonce = with.nonce();
    if (!nonce)
        return std::unexpected(nonce.error());
    const auto file = ticket_file(settings, *image.phone, image.signature, *nonce);
    if (ticket_on_disk(file))
        return {};
    if (progress)
        progress("Asking for a ticket", 0);
    const auto ticket = fresh_ticket(settings, *image.to_sign, *image.phone, *nonce);
    if (!ticket)
        return std::unexpected(ticket.error());
    keep_ticket(*ticket, file);
    return {};
}

/// True where there was another one. Its conversation is over then: a phone has one at a time.
result<bool> unmount_other(const attachment& phone,
                           const std::string& os_version,
                           const mount_settings& settings,
                           const mount_progress& progress)
{
    image_service with(phone);
    const auto wanted = find_wanted(with, os_version, settings);
    if (!wanted)
        return false;
    const auto mounted = with.mounted(type_of(*wanted));
    if (!mounted)
        return std::unexpected(mounted.error());
    if (match_of(*mounted, wanted->signature, wanted->phone.has_value()) != image_match::other)
        return false;
    if (const auto ready = have_ticket(with, *wanted, settings, progress); !ready)
        return std::unexpected(ready.error());
    if (const auto unmounted = with.unmount(type_of(*wanted)); !unmounted)
        return std::unexpected(unmounted.error());
    return true;
}

} // namespace

image_match match_of(const std::vector<blob>& mounted, const blob& wanted, bool by_digest)
{
    const auto is_comparable = [&](const blob& each) {
        return !each.empty() && (!by_digest || each.size() == wanted.size());
    };
    if (wanted.empty() || mounted.empty() || !std::ranges::all_of(mounted, is_comparable))
        return image_match::unknown;
    return std::ranges::find(mounted, wanted) != mounted.end() ? image_match::same
                                                               : image_match::other;
}

mounted_image look_at_mounted(const attachment& phone,
                              const std::string& os_version,
                              const mount_settings& settings)
{
    image_service with(phone);
    const auto wanted = find_wanted(with, os_version, settings);
    if (!wanted)
        return {};
    const auto mounted = with.mounted(type_of(*wanted));
    if (!mounted)
        return {};
    mounted_image seen{.match = match_of(*mounted, wanted->signature, wanted->phone.has_value()),
                       .signature = {},
                       .wanted = wanted->to_sign ? wanted->to_sign->image : wanted->plain.image};
    if (seen.match == image_match::other)
        seen.signature = mounted->front();
    return seen;
}

result<void> replace_image(const attachment& phone,
                           const std::string& os_version,
                           const mount_settings& settings,
                           const mount_progress& progress)
{
    const auto unmounted = unmount_other(phone, os_version, settings, progress);
    if (!unmounted)
        return std::unexpected(unmounted.error());
    return *unmounted ? mount_image(phone, os_version, settings, progress) : result<void>();
}

} // namespace thimble::device::images
