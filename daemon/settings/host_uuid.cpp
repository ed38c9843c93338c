#include "daemon/settings/host_uuid.hpp"

#include "program/private_file.hpp"

namespace thimble::daemon {

std::string known_host_uuid(const std::filesystem::path& state_dir)
{
    constexpr std::size_t longest = 64;
    const auto content = service::read_private_file(state_dir / host_uuid_file, longest);
    if (!content || !*content)
        return {};
    return (*content)->substr(0, (*content)->find('\n'));
}

} // namespace thimble::daemon
