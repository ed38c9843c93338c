// The code that a person carries from a desktop's screen to the one who lets it in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// "BCDF-GHJK": eight of twenty letters, none of which looks like another or makes words. Throws
/// when the system has no random bytes.
std::string random_enrolment_code();

/// In the form above, whatever the case and wherever there are dashes and spaces; nothing for what
/// is no code.
std::optional<std::string> parse_enrolment_code(std::string_view typed);

} // namespace thimble::service
