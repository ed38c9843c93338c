#include "service/settings/master_key_file.hpp"

#include "program/private_file.hpp"
#include "service/secrets/secret_rows.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <vector>

namespace thimble::service {

namespace {

namespace fs = std::filesystem;

constexpr auto* what_else = "To give the secrets up instead, delete the rows of the table secrets "
                            "in the database, and put them again";

std::expected<secure_string, std::string> make_key(const fs::path& file)
{
    auto made = master_key::random();
    if (auto written = write_private_file_through(file, made.view()); !written)
        return std::unexpected(std::move(written.error()));
    return made;
}

std::expected<secure_string, std::string> read_or_make_key(const fs::path& file, bool has_secrets)
{
    auto content = read_private_file(file, master_key::length + 1);
    if (!content)
        return std::unexpected(std::move(content.error()));
    if (*content)
        return secure_string::take(**content);
    if (!has_secrets)
        return make_key(file);
    return std::unexpected(fmt::format(
        "{} is missing, and without it nobody can read the secrets in the database. Put "
        "the file back where it was, or say with --master-key-file where it is. {}",
        file.string(), what_else));
}

bool opens_any(const master_key& key, const std::vector<secret_row>& rows)
{
    return std::ranges::any_of(rows, [&](const secret_row& each) {
        return key.open(each.sealed, about_secret(each.account_id, each.name)).has_value();
    });
}

} // namespace

std::expected<master_key_ptr, std::string> load_master_key(const fs::path& file,
                                                           store::database_file& database)
{
    const auto rows = database.run(all_secrets);
    if (!rows)
        return std::unexpected("The secrets cannot be read: " + rows.error().text);
    auto bytes = read_or_make_key(file, !rows->empty());
    if (!bytes)
        return std::unexpected(std::move(bytes.error()));
    if (bytes->view().size() != master_key::length)
        return std::unexpected(fmt::format(
            "{} is no master key: it must have {} bytes, no more and no less. Put the right file "
            "there, or delete it if there are no secrets yet, and a new one is made",
            file.string(), master_key::length));
    auto key = std::make_shared<const master_key>(bytes->bytes());
    if (!rows->empty() && !opens_any(*key, *rows))
        return std::unexpected(fmt::format(
            "{} is another master key than the one that the secrets in the database were written "
            "with. Put that one back. {}",
            file.string(), what_else));
    return key;
}

bool is_missing(const fs::path& file)
{
    std::error_code unknown;
    return !fs::exists(file, unknown) && !unknown;
}

void note_new_key(spdlog::logger& log, const fs::path& file)
{
    log.info("{} is new: it encrypts the secrets of accounts, which are lost without it",
             file.string());
}

} // namespace thimble::service
