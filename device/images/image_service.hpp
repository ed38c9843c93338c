// A conversation with the phone's image service (mobile_image_mounter).
#pragma once

#include "device/failure.hpp"
#include "device/images/build_identity.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/service.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thimble::device::images {

/// Called with how many bytes of how many have been sent.
using upload_progress = std::function<void(std::uint64_t sent, std::uint64_t all)>;

/// Blocks: for a worker. The phone ends the connection after any refusal; the next question opens
/// another one.
class image_service {
public:
    explicit image_service(const attachment& where) : where_(where) {}

    /// The answer; a refusal is a failure with the phone's own words and a cause: phone_locked,
    /// developer_mode_off, already_mounted, or image_refused.
    result<plist::property_value> ask(plist::property_dictionary question);

    result<personal_identity> identity();
    result<blob> nonce();

    /// The ticket that the phone has kept of an image with this digest; a failure where it has
    /// none.
    result<blob> kept_ticket(const blob& image_digest);

    result<void> upload(const std::filesystem::path& image,
                        const char* type,
                        const blob& signature,
                        const upload_progress& progress);
    result<void> mount(const char* type, const blob& signature, const blob* trust_cache);

    /// Signatures of the images of this type that are mounted; none where the phone tells of none.
    result<std::vector<blob>> mounted(const char* type);

    /// A refusal has the cause phone_locked or unmount_refused.
    result<void> unmount(const char* type);

private:
    using client_handle = owned<service_client_t, service_client_free>;

    result<void> open();
    result<void> send(const plist::property_value& what);
    result<plist::property_value> receive();
    result<plist::property_value> answer_to(const plist::property_value& question);
    result<void> send_all(const char* data, std::size_t size);

    attachment where_;
    phone_handle phone_;
    client_handle client_;
};

plist::property_dictionary image_command(std::string name);

} // namespace thimble::device::images
