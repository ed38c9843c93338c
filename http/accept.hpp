// Headers that say what a client takes: Accept and Accept-Encoding.
#pragma once

#include <optional>
#include <string_view>

namespace thimble::service::http {

/// True where the header takes `what`, false where it refuses it ("q=0"); nothing where it does not
/// name it. Case does not count, and "*" is a name like any other.
std::optional<bool> accepts(std::string_view header, std::string_view what);

} // namespace thimble::service::http
