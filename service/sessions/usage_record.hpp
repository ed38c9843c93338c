// Usage record that GET /v1/usage answers with.
#pragma once

#include "service/sessions/ledger.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service::sessions {

/// Minutes with three decimals; `minutes_included` is null where there is no limit.
nlohmann::ordered_json usage_record(const usage& of, const plan& agreed);

} // namespace thimble::service::sessions
