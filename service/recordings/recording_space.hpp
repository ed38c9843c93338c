// Room on the disk for recordings: what those under way may need, and which of those that are kept
// have to go.
#pragma once

#include "service/recordings/recording.hpp"
#include "service/recordings/recording_limits.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace thimble::service {

using recording_list = std::vector<const recording*>;

/// Bytes that those under way leave to one more of the account, should each become as large as it
/// may be: of the account's share, and of all. `accounts`: their number.
std::uint64_t room_beside(const recording_list& under_way,
                          std::string_view account_id,
                          const recording_limits& granted,
                          std::size_t accounts);

/// Those that are too old, and the oldest until each account has its share and all together have no
/// more than there may be. `kept`: those that have ended, the oldest first.
recording_list
surplus_of(const recording_list& kept, const recording_limits& granted, recording::moment now);

} // namespace thimble::service
