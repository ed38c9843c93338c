// Commands of the image mounter, a function each, with their table at the end. From iOS 17 on an
// image is personalised: it needs a ticket that was signed for this phone.
#include "virtualphone/services/image_commands.hpp"

#include "virtualphone/tss/digest.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr std::string_view mounted_note = "com.apple.mobile.developer_image_mounted";
constexpr std::string_view developer_image = "DeveloperDiskImage";

const plist::value image_done{{"Status", "Complete"}};

bool is_personal(const service_session& session)
{
    return session.device.os.ios().personalized_image;
}

std::string_view mount_path(const service_session& session)
{
    return is_personal(session) ? "/System/Developer" : "/Developer";
}

plist::value image_is_locked()
{
    return image_failure("DeviceLocked", "The device is locked.");
}

plist::value unknown_image_command()
{
    return image_failure("UnknownCommand", "The command is unknown.");
}

plist::bytes mounted_signature(const service_session& session)
{
    constexpr std::array<std::uint8_t, 4> of_unknown_origin{0x30, 0x02, 0x05, 0x00};
    return session.shared.images.mounted.value_or(
        plist::bytes(of_unknown_origin.begin(), of_unknown_origin.end()));
}

/// From iOS 27 on LookupImage says nothing of a mounted image; CopyDevices still lists it.
bool lookup_is_silent(const phone& device)
{
    constexpr int first_silent = 27;
    const std::string_view version = device.os.ios().version;
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major >= first_silent;
}

/// Answered on a locked phone as on an unlocked one. Older phones say in a word of their own
/// whether there is one.
plist::value look_up_image(service_session& session, const plist::value& request)
{
    const auto type = plist::string_at(request, "ImageType");
    if (!type)
        return image_failure("MissingImageType", "The image's type is missing.");
    const bool found = session.device.developer_image_mounted &&
                       *type == image_type(session.device) && !lookup_is_silent(session.device);
    plist::value answer = image_done;
    if (!is_personal(session))
        answer["ImagePresent"] = found;
    plist::value signatures = plist::value::array();
    if (found)
        signatures.push_back(plist::data(mounted_signature(session)));
    if (found || is_personal(session))
        answer["ImageSignature"] = std::move(signatures);
    return answer;
}

plist::value copy_devices(service_session& session, const plist::value&)
{
    plist::value entries = plist::value::array();
    if (session.device.developer_image_mounted) {
        plist::value entry{{"DeviceType", "DiskImage"},
                           {"DiskImageType", image_type(session.device)},
                           {"IsMounted", true},
                           {"MountPath", mount_path(session)}};
        entry["ImageSignature"] = plist::data(mounted_signature(session));
        if (is_personal(session))
            entry["PersonalizedImageType"] = developer_image;
        entries.push_back(std::move(entry));
    }
    plist::value answer = image_done;
    answer["EntryList"] = std::move(entries);
    return answer;
}

/// Obstacle to mounting anything; nothing if there is none.
std::optional<plist::value> mount_obstacle(service_session& session, const plist::value& request)
{
    phone& device = session.device;
    if (image_keys_are_locked(session))
        return image_is_locked();
    if (!plist::data_at(request, "ImageSignature"))
        return image_failure("MissingImageSignature", "The image's signature is missing.");
    if (is_personal(session) && !plist::data_at(request, "ImageTrustCache"))
        return image_failure("MissingTrustCache", "The image's trust cache is missing.");
    if (device.os.ios().developer_mode && !device.developer_mode)
        return image_failure("InternalError", "Developer mode is not enabled.");
    if (plist::string_at(request, "ImageType") != image_type(device))
        return image_failure("InternalError",
                             "The image is of a type that this iOS does not mount.");
    if (device.developer_image_mounted)
        return image_failure("ImageMountFailed", "The image is already mounted.");
    const auto& uploaded = session.shared.images.uploaded;
    if (!uploaded || uploaded->type != image_type(device))
        return image_failure("MissingImagePath", "Disk image is missing.");
    return std::nullopt;
}

/// The uploaded image is no longer there afterwards, in any case.
plist::value mount(service_session& session, const plist::value& request)
{
    if (auto obstacle = mount_obstacle(session, request))
        return *std::move(obstacle);
    developer_images& images = session.shared.images;
    const uploaded_image image = *std::exchange(images.uploaded, std::nullopt);
    const auto signature = plist::data_at(request, "ImageSignature").value_or(plist::bytes());
    if (is_personal(session)) {
        const auto trust_cache =
            plist::data_at(request, "ImageTrustCache").value_or(plist::bytes());
        const auto problem = ticket_problem(session.device, images, signature, image.digest,
                                            tss::digest_of(trust_cache));
        if (!problem.empty())
            return image_failure("ImageMountFailed", "Failed to mount " +
                                                         std::string(mount_path(session)) + ": " +
                                                         problem + ".");
        images.tickets[image.digest] = signature;
    }
    session.device.developer_image_mounted = true;
    images.mounted = is_personal(session) ? image.digest : signature;
    session.shared.notifications.post(mounted_note);
    return image_done;
}

plist::value unmount(service_session& session, const plist::value& request)
{
    phone& device = session.device;
    if (image_keys_are_locked(session))
        return image_is_locked();
    if (!device.developer_image_mounted ||
        plist::string_at(request, "MountPath") != mount_path(session))
        return image_failure("InternalError", "There is no matching entry in the device map.");
    if (device.faults.take("mobile_image_mounter.unmount"))
        return image_failure("InternalError", "The image is in use.");
    device.developer_image_mounted = false;
    ++device.images_unmounted;
    session.shared.images.mounted.reset();
    return image_done;
}

plist::value query_developer_mode(service_session& session, const plist::value&)
{
    if (!session.device.os.ios().developer_mode)
        return unknown_image_command();
    return {{"DeveloperModeStatus", session.device.developer_mode}};
}

plist::value query_nonce(service_session& session, const plist::value&)
{
    if (!is_personal(session))
        return unknown_image_command();
    plist::value answer = plist::value::object();
    answer["PersonalizationNonce"] =
        plist::data(personalization_nonce(session.device, session.shared.images));
    return answer;
}

plist::value roll_nonce(service_session& session, const plist::value&)
{
    if (!is_personal(session))
        return unknown_image_command();
    if (image_keys_are_locked(session))
        return image_is_locked();
    ++session.shared.images.nonces_rolled;
    session.shared.images.tickets.clear();
    return image_done;
}

/// There are no cryptexes here, so there is nothing more to do.
plist::value roll_cryptex_nonce(service_session& session, const plist::value&)
{
    if (!is_personal(session))
        return unknown_image_command();
    return image_keys_are_locked(session) ? image_is_locked() : image_done;
}

plist::value query_identifiers(service_session& session, const plist::value&)
{
    if (!is_personal(session))
        return unknown_image_command();
    plist::value answer = plist::value::object();
    answer["PersonalizationIdentifiers"] = personalization_identifiers(session.device);
    return answer;
}

/// The ticket of an image that has been mounted before, by the image's digest.
plist::value query_manifest(service_session& session, const plist::value& request)
{
    if (!is_personal(session))
        return unknown_image_command();
    const auto digest = plist::data_at(request, "ImageSignature");
    if (!digest)
        return image_failure("MissingImageSignature", "The image's signature is missing.");
    const auto& tickets = session.shared.images.tickets;
    const auto found = tickets.find(*digest);
    if (found == tickets.end())
        return image_failure("InternalError", "There is no manifest for this image.");
    plist::value answer = plist::value::object();
    answer["ImageSignature"] = plist::data(found->second);
    return answer;
}

plist::value hang_up(service_session&, const plist::value&)
{
    return {{"Goodbye", true}};
}

struct named_command {
    std::string_view name;
    image_command perform;
};

constexpr auto image_commands = std::to_array<named_command>({
    {"LookupImage", look_up_image},
    {"CopyDevices", copy_devices},
    {"MountImage", mount},
    {"UnmountImage", unmount},
    {"QueryDeveloperModeStatus", query_developer_mode},
    {"QueryNonce", query_nonce},
    {"QueryPersonalizationManifest", query_manifest},
    {"RollPersonalizationNonce", roll_nonce},
    {"RollCryptexNonce", roll_cryptex_nonce},
    {"QueryPersonalizationIdentifiers", query_identifiers},
    {"Hangup", hang_up},
});

} // namespace

plist::value image_failure(std::string_view error, std::string_view detail)
{
    return {{"Error", error}, {"DetailedError", detail}};
}

bool image_keys_are_locked(service_session& session)
{
    return session.os().locked() && session.os().who().passcode.has_value();
}

image_command image_command_named(std::string_view name)
{
    const auto* const found = std::ranges::find(image_commands, name, &named_command::name);
    return found == image_commands.end() ? nullptr : found->perform;
}

} // namespace thimble::virtualphone
