// Text that is typed as by a very fast hand, into whatever has the keyboard's focus.
#pragma once

#include "virtualphone/wda/automation/automation.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

namespace thimble::virtualphone::wda {

/// Types `value` of the body, a string or a list of them, at `frequency` characters a second (the
/// setting's where there is none). Refused as an invalid element state when nothing has the focus.
boost::asio::awaitable<answer> type_text(automation& agent, const nlohmann::json& body);

} // namespace thimble::virtualphone::wda
