// The table of recordings.
#pragma once

#include "service/recordings/recording.hpp"
#include "store/transaction.hpp"

#include <string_view>
#include <vector>

namespace thimble::service {

void insert_recording(store::transaction& on, const recording& what);

/// All that may change.
void update_recording(store::transaction& on, const recording& what);

void remove_recording(store::transaction& on, std::string_view id);

/// True where the account has it, at whichever node of the service.
bool has_recording(store::transaction& on, std::string_view account_id, std::string_view id);

/// The oldest first.
std::vector<recording> all_recordings(store::transaction& on);

} // namespace thimble::service
