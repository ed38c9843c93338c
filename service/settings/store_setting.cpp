#include "service/settings/store_setting.hpp"

#include "service/settings/serving.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::service {

namespace {

namespace fs = std::filesystem;

/// The group may read what a service manager's unit reads; nobody else.
bool others_may_read(const fs::path& file)
{
    std::error_code unknown;
    const auto rights = fs::status(file, unknown).permissions();
    return unknown || (rights & fs::perms::others_read) != fs::perms::none;
}

} // namespace

std::expected<void, early_exit> check_origin_of_secret(const setting& said,
                                                       std::span<const fs::path> files,
                                                       std::string_view of_what)
{
    const auto stands_in = [&](const fs::path& file) {
        return said.origin.starts_with(file.string() + ":") && others_may_read(file);
    };
    if (std::ranges::any_of(files, stands_in))
        return std::unexpected(wrong_setting(
            said, fmt::format("everybody may read this file {}; take that right away (chmod o-r)",
                              of_what)));
    return {};
}

std::expected<std::optional<store::server_address>, early_exit>
read_store_setting(const settings& given, std::span<const fs::path> files)
{
    const auto* const said = find_setting(given, "store");
    if (said == nullptr)
        return std::nullopt;
    auto address = store::server_address::parse(said->value);
    if (!address)
        return std::unexpected(wrong_setting(*said, address.error()));
    if (!address->has_password())
        return std::move(*address);
    if (said->origin.starts_with("--"))
        return std::unexpected(wrong_setting(
            *said, "everybody on this machine can read a password on the command line; put it into "
                   "THIMBLE_STORE, into the configuration file, or into a file that PGPASSFILE "
                   "names"));
    if (auto private_file = check_origin_of_secret(*said, files, "with its password");
        !private_file)
        return std::unexpected(std::move(private_file.error()));
    return std::move(*address);
}

std::expected<bool, early_exit> read_pictures_setting(const settings& given, bool has_server)
{
    const auto* const said = find_setting(given, "pictures");
    if (said == nullptr || said->value == "files")
        return false;
    if (said->value != "store")
        return std::unexpected(wrong_setting(*said, "is \"files\" or \"store\""));
    if (!has_server)
        return std::unexpected(
            wrong_setting(*said, "pictures go into the store where that is PostgreSQL; say which "
                                 "with --store postgresql://HOST/DATABASE"));
    return true;
}

} // namespace thimble::service
