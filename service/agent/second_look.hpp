// Checks a claim of success: a short prompt without any history, and what is answered to it.
#pragma once

#include "models/prompt.hpp"
#include "screen/picture.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::agent {

/// Prompt with what has to be true, what the agent says, and the screen as it is now.
models::prompt second_look(std::string_view task, std::string_view claim, screen::picture shown);

struct verdict {
    bool reached = false;
    std::string reason; // at most 1000 bytes

    friend bool operator==(const verdict&, const verdict&) = default;
};

/// "YES: …" or "NO: …" with a reason, in any case, and nothing before it. Nothing for everything
/// else, an answer that says both among it.
std::optional<verdict> read_verdict(std::string_view reply);

} // namespace thimble::service::agent
