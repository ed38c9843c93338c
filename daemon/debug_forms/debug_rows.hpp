// Actions and reads of --debug and of the control socket: the actions of REST, and what reads a
// phone.
#pragma once

#include "contract/failure.hpp"
#include "service/actions/action_row.hpp"

#include <string_view>
#include <vector>

namespace thimble::daemon {

/// In the order of the help. `phones` has no action.
std::vector<service::api::action_row> debug_rows();

inline constexpr std::string_view phones_row = "phones";
inline constexpr std::string_view screenshot_file = "file"; // what is typed, and is no field

/// A place beside the screen of the phone is refused later.
service::result<link::action> make_action(const service::api::action_row& row,
                                          const service::arguments& given);

} // namespace thimble::daemon
