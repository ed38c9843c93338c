// The folder of a phone that apps are sent to before they are installed. Included by .cpp files of
// this room only.
#pragma once

#include "device/failure.hpp"
#include "device/packages/package_walk.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/afc.h>

#include <cstdint>
#include <functional>
#include <string>

namespace thimble::device {

/// Bytes written so far; false: no more are wanted.
using bytes_written = std::function<bool(std::uint64_t)>;

/// Worker thread. AFC, whose root is the phone's media folder; paths are below that. Failures have
/// the causes no_space, connection_lost, staging_refused and cancelled; nothing of them changes an
/// app of the phone.
class staging_area {
public:
    static constexpr auto folder = "PublicStaging";

    /// Failure: staging_refused, when the phone does not start the service.
    static result<staging_area> open(idevice_t phone);

    /// Everything at the path, or nothing; whether it was there does not matter.
    void remove(const std::string& path);

    result<void> make_folder(const std::string& path);
    result<void> make_link(const std::string& path, const std::string& target);
    result<void>
    write(const std::string& path, packages::entry_content& from, const bytes_written& progress);

private:
    explicit staging_area(owned<afc_client_t, afc_client_free> client) : client_(std::move(client))
    {
    }

    result<void> write_part(std::uint64_t handle, std::string_view part, const std::string& path);

    owned<afc_client_t, afc_client_free> client_;
    std::uint64_t written_ = 0; // bytes of all files
};

} // namespace thimble::device
