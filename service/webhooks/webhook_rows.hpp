// Tables of webhooks and of what is delivered to them.
#pragma once

#include "service/webhooks/webhook.hpp"
#include "store/transaction.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

void insert_webhook(store::transaction& on, const webhook& what);

/// With its log.
void remove_webhook(store::transaction& on, std::string_view id);

std::vector<webhook> all_webhooks(store::transaction& on);

/// It may come after its webhook has been removed; false then.
bool insert_delivery(store::transaction& on, const webhook_delivery& what);

/// Keeps its state after an attempt. Nothing where its webhook has been removed.
void update_delivery(store::transaction& on, const webhook_delivery& what);

/// Those that have not ended, of all webhooks, the oldest first.
std::vector<webhook_delivery> pending_deliveries(store::transaction& on);

/// Those behind that id that were due before then and have not ended, the oldest first.
std::vector<webhook_delivery> overdue_deliveries(store::transaction& on,
                                                 webhook_delivery::time before,
                                                 std::string_view after,
                                                 std::int64_t most);

/// It is due later, where it has not ended and is due as `what` says, or could not be written when
/// it was made. False where it is not: another node is at it, or its webhook has been removed.
bool claim_delivery(store::transaction& on,
                    const webhook_delivery& what,
                    webhook_delivery::time until);

/// The newest first, without their bodies.
std::vector<webhook_delivery>
deliveries_of(store::transaction& on, std::string_view webhook_id, std::int64_t most);

/// Deletes those that have ended before then.
void forget_deliveries(store::transaction& on, webhook_delivery::time before);

/// Purpose that a secret is sealed for.
std::string about_webhook(const webhook& what);

} // namespace thimble::service
