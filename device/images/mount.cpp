#include "device/images/mount.hpp"

#include "device/images/image_content.hpp"
#include "device/images/mounted_image.hpp"
#include "device/images/tickets.hpp"
#include "device/lockdown/developer_image.hpp"
#include "device/os_version.hpp"

#include <optional>
#include <system_error>
#include <utility>

namespace thimble::device::images {
namespace {

constexpr std::size_t largest_trust_cache = 16U << 20; // bytes

failure missing_image(const std::string& os_version, const mount_settings& settings)
{
    std::string places;
    for (const auto& each : settings.folders)
        places += (places.empty() ? "" : ", ") + each.string();
    const bool is_signed = major_version(os_version) >= 17;
    return {.what = problem::not_ready,
            .message = "No developer image for iOS " + os_version + " was found in " + places +
                       ". Put " +
                       (is_signed ? std::string("the folder with BuildManifest.plist")
                                  : std::string("the folder with DeveloperDiskImage.dmg and its "
                                                "signature, named like the version,")) +
                       " there, or name its folder with --image-dir.",
            .cause = "image_missing"};
}

void tell(const mount_progress& progress, std::string_view what, double done)
{
    if (progress)
        progress(what, done);
}

result<void> upload_and_mount(image_service& with,
                              const build_identity& image,
                              const blob& ticket,
                              const mount_progress& progress)
{
    const auto trust_cache = content_of(image.trust_cache, largest_trust_cache);
    if (!trust_cache)
        return std::unexpected(unreadable(image.trust_cache));
    if (auto uploaded = with.upload(image.image, signed_type, ticket,
                                    [&](std::uint64_t sent, std::uint64_t all) {
                                        tell(progress, "Uploading the image",
                                             static_cast<double>(sent) / static_cast<double>(all));
                                    });
        !uploaded)
        return uploaded;
    tell(progress, "Mounting the image", 1);
    return with.mount(signed_type, ticket, &*trust_cache);
}

/// A ticket of before may be for a nonce that the phone has not any more, or be damaged.
bool may_go_with_another_ticket(const failure& what)
{
    return what.cause == "image_refused" || what.cause == "connection_lost";
}

/// With the ticket that the phone has kept of this image; nothing where another one may help.
std::optional<result<void>> mount_with_phones_ticket(image_service& with,
                                                     const build_identity& image,
                                                     const blob& digest,
                                                     const mount_progress& progress)
{
    const auto kept = with.kept_ticket(digest);
    if (!kept)
        return std::nullopt;
    auto mounted = upload_and_mount(with, image, *kept, progress);
    if (!mounted && may_go_with_another_ticket(mounted.error()))
        return std::nullopt;
    return mounted;
}

/// With a ticket from this computer's disk, likewise; one that the phone refuses is deleted.
std::optional<result<void>> mount_with_own_ticket(image_service& with,
                                                  const build_identity& image,
                                                  const std::filesystem::path& file,
                                                  const mount_progress& progress)
{
    const auto kept = ticket_on_disk(file);
    if (!kept)
        return std::nullopt;
    auto mounted = upload_and_mount(with, image, *kept, progress);
    if (mounted || !may_go_with_another_ticket(mounted.error()))
        return mounted;
    std::error_code failed;
    std::filesystem::remove(file, failed);
    return std::nullopt;
}

/// With a ticket of the signing server, which is kept unless the phone refuses it.
result<void> mount_with_fresh_ticket(image_service& with,
                                     const build_identity& image,
                                     const personal_identity& phone,
                                     const blob& digest,
                                     const mount_settings& settings,
                                     const mount_progress& progress)
{
    auto nonce = with.nonce();
    if (!nonce)
        return std::unexpected(nonce.error());
    if (auto mounted = mount_with_own_ticket(
            with, image, ticket_file(settings, phone, digest, *nonce), progress))
        return *mounted;
    nonce = with.nonce(); // an attempt may have used up the one before
    if (!nonce)
        return std::unexpected(nonce.error());
    tell(progress, "Asking for a ticket", 0);
    const auto ticket = fresh_ticket(settings, image, phone, *nonce);
    if (!ticket)
        return std::unexpected(ticket.error());
    auto mounted = upload_and_mount(with, image, *ticket, progress);
    if (mounted || !may_go_with_another_ticket(mounted.error()))
        keep_ticket(*ticket, ticket_file(settings, phone, digest, *nonce));
    return mounted;
}

result<void> mount_signed(image_service& with,
                          const std::vector<std::filesystem::path>& manifests,
                          const mount_settings& settings,
                          const mount_progress& progress)
{
    const auto phone = with.identity();
    if (!phone)
        return std::unexpected(phone.error());
    const auto image = read_build_identity(manifests, *phone);
    if (!image)
        return std::unexpected(image.error());
    const auto digest = digest_of_file(image->image);
    if (digest.empty())
        return std::unexpected(unreadable(image->image));
    if (auto mounted = mount_with_phones_ticket(with, *image, digest, progress))
        return *mounted;
    return mount_with_fresh_ticket(with, *image, *phone, digest, settings, progress);
}

result<void>
mount_plain(image_service& with, const image_files& files, const mount_progress& progress)
{
    const auto signature = content_of(files.signature, largest_signature);
    if (!signature)
        return std::unexpected(unreadable(files.signature));
    if (auto uploaded = with.upload(files.image, plain_type, *signature,
                                    [&](std::uint64_t sent, std::uint64_t all) {
                                        tell(progress, "Uploading the image",
                                             static_cast<double>(sent) / static_cast<double>(all));
                                    });
        !uploaded)
        return uploaded;
    tell(progress, "Mounting the image", 1);
    return with.mount(plain_type, *signature, nullptr);
}

/// Another program may have mounted one a moment before; any but another one than ours will do.
result<void> accept_mounted(result<void> outcome,
                            const attachment& phone,
                            const std::string& os_version,
                            const mount_settings& settings)
{
    if (outcome || outcome.error().cause != "already_mounted")
        return outcome;
    if (look_at_mounted(phone, os_version, settings).match != image_match::other)
        return {};
    outcome.error().message = "Another program has mounted another developer image on the phone.";
    return outcome;
}

} // namespace

result<void> mount_image(const attachment& phone,
                         const std::string& os_version,
                         const mount_settings& settings,
                         const mount_progress& progress)
{
    if (read_image_state(phone, major_version(os_version)) == image_state::mounted)
        return {};
    const auto files = choose_images(find_images(settings.folders), os_version);
    if (files.empty())
        return std::unexpected(missing_image(os_version, settings));
    image_service with(phone);
    const bool is_plain = !files.front().version.empty();
    std::vector<std::filesystem::path> manifests;
    for (const auto& each : files)
        manifests.push_back(each.manifest);
    auto outcome = is_plain ? mount_plain(with, files.front(), progress)
                            : mount_signed(with, manifests, settings, progress);
    return accept_mounted(std::move(outcome), phone, os_version, settings);
}

} // namespace thimble::device::images
