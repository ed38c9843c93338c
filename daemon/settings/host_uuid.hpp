// The identifier by which phones know this computer in their tunnels.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// In the state directory. A phone takes a computer with another one for another computer, and may
/// end what the first one has open.
inline constexpr std::string_view host_uuid_file = "host-uuid";

/// The one in the state directory; empty where there is none yet.
std::string known_host_uuid(const std::filesystem::path& state_dir);

} // namespace thimble::daemon
