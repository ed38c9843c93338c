// Test of a reply for the user's consent.
#pragma once

#include <string_view>

namespace thimble::service::agent {

/// True where the reply to "May I …?" is a plain yes. Everything else is a no, a yes with
/// conditions among it: what the agent then does is for the model to read and not for a guess.
bool is_consent(std::string_view reply);

} // namespace thimble::service::agent
