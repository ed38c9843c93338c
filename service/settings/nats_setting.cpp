#include "service/settings/nats_setting.hpp"

#include "service/settings/serving.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace thimble::service {

namespace {

bool is_public(const std::filesystem::path& file)
{
    using std::filesystem::perms;
    std::error_code unknown;
    const auto rights = std::filesystem::status(file, unknown).permissions();
    return unknown || (rights & perms::others_read) != perms::none;
}

} // namespace

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
    const auto stands_in = [&](const auto& file) {
        return said->origin.starts_with(file.string() + ":") && is_public(file);
    };
    if (std::ranges::any_of(files, stands_in))
        return std::unexpected(wrong_setting(*said, "everybody may read this file with its "
                                                    "password; take that right away (chmod o-r)"));
    return std::move(*address);
}

} // namespace thimble::service
