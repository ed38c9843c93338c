// The table of recordings.
#pragma once

#include "service/recordings/recording.hpp"
#include "store/transaction.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// `node`: of the service that makes it; none for one that is alone.
void insert_recording(store::transaction& on,
                      const recording& what,
                      const std::optional<std::string>& node = {});

/// All that may change. One that has ended, which another node may have written, does not go on.
void update_recording(store::transaction& on, const recording& what);

void remove_recording(store::transaction& on, std::string_view id);

/// True where the account has it, at whichever node of the service.
bool has_recording(store::transaction& on, std::string_view account_id, std::string_view id);

/// The oldest first.
std::vector<recording> all_recordings(store::transaction& on);

/// Those of a node that have not ended.
std::vector<recording> recordings_held_by(store::transaction& on, std::string_view node);

/// Writes the end of one that its node has left under way: one taker wins. False where it has
/// ended.
bool end_left_recording(store::transaction& on,
                        const recording& ended,
                        std::string_view node,
                        std::string_view taker);

/// One that was ended in the place of its node by that taker.
std::optional<recording>
find_recording_ended_by(store::transaction& on, std::string_view id, std::string_view taker);

/// Those of all nodes that ended before then without a picture: no node has a file of them.
void remove_recordings_without_picture(store::transaction& on, recording::moment before);

} // namespace thimble::service
