#include "service/settings/nats_setting.hpp"

#include "service/settings/serving.hpp"
#include "service/settings/store_setting.hpp"

#include <utility>

namespace thimble::service {

std::expected<std::optional<bus::nats_address>, early_exit>
read_nats_setting(const settings& given, std::span<const std::filesystem::path> files)
{
    const auto* const said = find_setting(given, "nats");
    if (said == nullptr)
        return std::nullopt;
    auto address = bus::nats_address::parse(said->value);
    if (!address)
        return std::unexpected(wrong_setting(*said, address.error()));
    if (!address->has_secret())
        return std::move(*address);
    if (said->origin.starts_with("--"))
        return std::unexpected(wrong_setting(
            *said, "everybody on this machine can read a password or token on the command line; "
                   "put it into THIMBLE_NATS or into the configuration file"));
    if (auto private_file = check_origin_of_secret(*said, files, "with its password");
        !private_file)
        return std::unexpected(std::move(private_file.error()));
    return std::move(*address);
}

} // namespace thimble::service
