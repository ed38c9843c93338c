// Things that a person may mean who gives an id or a name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// All by which one thing can be called.
struct called {
    std::vector<std::string> ids;   // those of the kind that counts first stand first
    std::vector<std::string> names; // of people; empty ones count for nothing
};

/// True for a UUID, and for the UDID of a phone: 40 hexadecimal digits, or 8, a hyphen and 16.
bool looks_like_id(std::string_view text);

/// The places in `all` of what `wanted` may mean; several where they share a name. An id, whatever
/// its case, outranks every name, and the very name outranks one that differs in case or accents.
/// A name that looks like an id is none.
std::vector<std::size_t> find_called(std::string_view wanted, const std::vector<called>& all);

} // namespace thimble::service
