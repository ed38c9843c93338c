// End of a session, and the content of its `error`.
#pragma once

#include "service/sessions/status.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::sessions {

/// Why a session fails, the phone aside.
enum class fault : std::uint8_t {
    timeout,
    budget_exceeded,   // turns, money or events
    stuck,             // nothing changes any more
    model_failed,      // it gives no reply that makes sense
    unverified,        // its claim of success was refused twice
    service_restarted, // under it
};

/// "BUDGET_EXCEEDED".
std::string_view code_of(fault what);

struct ending {
    status how = status::killed;           // an end
    std::string result = {};               // the agent's closing words; may be empty
    std::optional<std::string> error = {}; // "CODE: a sentence", of one that has failed

    friend bool operator==(const ending&, const ending&) = default;
};

ending completed(std::string result);
ending killed();

/// `why` is a sentence for a person, and holds nothing that was said in confidence.
ending failed(fault what, std::string_view why);

/// By a code of the error record: that of a phone that stays away ("PHONE_NOT_CONNECTED").
ending failed(std::string_view code, std::string_view why);

} // namespace thimble::service::sessions
