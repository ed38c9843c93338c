// Passwords of people, as they are kept.
#pragma once

#include <string>

namespace thimble::service {

/// argon2id with a salt of its own, in the usual text form. Takes a good part of a second and 64
/// MiB of memory: not for the home thread. Throws when there is not that much memory.
std::string hash_password(const std::string& password);

bool is_password_of(const std::string& hash, const std::string& password);

} // namespace thimble::service
