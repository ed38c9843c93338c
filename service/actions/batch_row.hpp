// POST P/batch: several actions, each checked by its own row.
#pragma once

#include "service/actions/action_row.hpp"

namespace thimble::service::api {

/// The row of batches of these actions. Steps are checked as if each came alone; `context.field`
/// names the step: "steps[2].x".
action_row batch_row(std::vector<action_row> of);

} // namespace thimble::service::api
