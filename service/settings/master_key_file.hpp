// The file with the key that secrets are encrypted with.
#pragma once

#include "service/secrets/master_key.hpp"
#include "store/database_file.hpp"

#include <spdlog/logger.h>

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace thimble::service {

/// Its name in a state directory.
inline constexpr std::string_view master_key_name = "master.key";

/// The key in the file: 32 bytes, whatever they are. Where there is no file and no secret either,
/// one is made (mode 0600). An error is a sentence that says what to do: others may read the file,
/// it has another length, it is missing, or it is not the key of the secrets in the database.
std::expected<master_key_ptr, std::string> load_master_key(const std::filesystem::path& file,
                                                           store::database_file& database);

/// True where there is no such file, so that one is going to be made.
bool is_missing(const std::filesystem::path& file);

/// Tells of a file that was made: a mistyped name makes one, too.
void note_new_key(spdlog::logger& log, const std::filesystem::path& file);

} // namespace thimble::service
