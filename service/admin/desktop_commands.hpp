// Commands of an operator for desktops.
#pragma once

#include "service/admin/admin_message.hpp"
#include "store/transaction.hpp"

namespace thimble::service {

// Commands as those of admin_commands.hpp.

/// A line each, with tabs between its columns.
admin_answer list_desktops(store::transaction& on, const admin_request& what);

/// On behalf of an account. Prints the desktop's id.
admin_answer approve_desktop(store::transaction& on, const admin_request& what);

admin_answer revoke_desktop(store::transaction& on, const admin_request& what);

} // namespace thimble::service
