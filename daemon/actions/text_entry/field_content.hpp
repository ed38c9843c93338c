// Content of the field that has the focus.
#pragma once

#include "daemon/actions/screen_state/action_context.hpp"

#include <functional>
#include <string_view>

namespace thimble::daemon {

/// A failure where no field has the focus; nothing where the field does not show what it holds.
using field_content = device::result<std::optional<std::string>>;

/// Nothing as well where no driver can tell.
boost::asio::awaitable<field_content> read_field(device::phone& phone);

/// Reads until the content is as wanted (true), for a second at most (false); nothing where it
/// cannot be read.
boost::asio::awaitable<std::optional<bool>>
field_becomes(const action_context& on, std::function<bool(std::string_view)> as_wanted);

} // namespace thimble::daemon
