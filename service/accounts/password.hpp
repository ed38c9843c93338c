// Passwords of people, as they are kept.
#pragma once

#include <string>
#include <string_view>

namespace thimble::service {

/// argon2id with a salt of its own, in the usual text form. Takes a good part of a second and 64
/// MiB of memory: not for the home thread. Throws when there is not that much memory.
std::string hash_password(const std::string& password);

/// Takes as long.
bool is_password_of(const std::string& hash, std::string_view password);

} // namespace thimble::service
