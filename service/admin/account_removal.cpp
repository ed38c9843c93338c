#include "service/admin/account_removal.hpp"

#include "service/accounts/key_rows.hpp"
#include "service/accounts/sign_in_rows.hpp"
#include "service/desktops/desktop_rows.hpp"

#include <tuple>

namespace thimble::service {

account_belongings belongings_of(store::transaction& on, const std::string& account_id)
{
    const auto count = [](const auto& found) { return found ? std::get<0>(*found) : 0; };
    return {.keys = count_keys(on, account_id),
            .desktops = count_desktops(on, account_id),
            .phones = count(on.find<std::size_t>(
                "SELECT count(*) FROM phones WHERE account_id = :account", account_id)),
            .secrets = count(on.find<std::size_t>(
                "SELECT count(*) FROM secrets WHERE account_id = :account", account_id)),
            .webhooks = count(on.find<std::size_t>(
                "SELECT count(*) FROM webhooks WHERE account_id = :account", account_id))};
}

void remove_account(store::transaction& on, const std::string& account_id)
{
    remove_sign_ins_of(on, account_id);
    // A key may have been made by another one of the account.
    on.execute("UPDATE api_keys SET made_by = NULL WHERE account_id = :account", account_id);
    on.execute("DELETE FROM api_keys WHERE account_id = :account", account_id);
    on.execute("DELETE FROM oauth_grants WHERE account_id = :account", account_id);
    on.execute("DELETE FROM enrolments WHERE account_id = :account", account_id);
    on.execute("DELETE FROM desktops WHERE account_id = :account", account_id);
    on.execute("DELETE FROM secrets WHERE account_id = :account", account_id);
    on.execute("DELETE FROM webhook_deliveries WHERE webhook_id IN (SELECT id FROM webhooks WHERE "
               "account_id = :account)",
               account_id);
    on.execute("DELETE FROM webhooks WHERE account_id = :account", account_id);
    on.execute("DELETE FROM idempotent_requests WHERE account_id = :account", account_id);
    on.execute("DELETE FROM selections WHERE account_id = :account", account_id);
    on.execute("DELETE FROM leases WHERE account_id = :account", account_id);
    on.execute("DELETE FROM phones WHERE account_id = :account", account_id);
    on.execute("DELETE FROM accounts WHERE id = :account", account_id);
}

} // namespace thimble::service
