// Commands of an operator for accounts, keys and desktops.
#pragma once

#include "service/admin/admin_request.hpp"
#include "store/transaction.hpp"

namespace thimble::service {

/// Does it, in one transaction, whoever has the database open. A wrong argument changes nothing.
admin_answer run_admin_command(store::transaction& on, const admin_request& what);

} // namespace thimble::service
