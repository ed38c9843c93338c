// Pasting by the menu that a field shows when it is held.
#pragma once

#include "daemon/actions/screen_state/action_context.hpp"

namespace thimble::daemon {

/// True if the phone's drivers can find and touch a menu.
bool can_use_edit_menu(device::phone& phone);

/// Holds the field that has the focus until its menu comes, and taps the item that pastes; once
/// each. `edit_menu_not_shown` where no such item comes, and the field is as it was. The caret goes
/// to where the field was held: the end of the text, if its last line ends in the field's last
/// part. `content` is what the field holds, empty where that is not known.
boost::asio::awaitable<device::result<void>> paste_by_menu(const action_context& on,
                                                           std::string content);

} // namespace thimble::daemon
