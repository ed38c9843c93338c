#include "service/webhooks/webhook_rows.hpp"

#include "text/enum_words.hpp"
#include "text/lists.hpp"

#include <tuple>
#include <utility>

namespace thimble::service {

namespace {

using text_column = std::string;
using moment = webhook_delivery::time;

using delivery_columns = std::tuple<text_column,
                                    text_column,
                                    text_column,
                                    text_column,
                                    text_column,
                                    moment,
                                    text_column,
                                    int,
                                    moment,
                                    std::optional<int>,
                                    text_column,
                                    std::optional<moment>>;

/// No type has a comma.
std::vector<std::string> split_types(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty())
        out.emplace_back(take_until(',', text));
    return out;
}

std::vector<webhook_delivery> to_deliveries(std::vector<delivery_columns> rows)
{
    std::vector<webhook_delivery> out;
    for (auto& [id, webhook_id, event_id, type, body, created_at, state, attempts, due_at, status,
                error, ended_at] : rows)
        out.push_back(
            {.id = std::move(id),
             .webhook_id = std::move(webhook_id),
             .event_id = std::move(event_id),
             .type = std::move(type),
             .body = std::move(body),
             .created_at = created_at,
             .state = parse_enum_word<delivery_state>(state).value_or(delivery_state::failed),
             .attempts = attempts,
             .due_at = due_at,
             .response_status = status,
             .error = std::move(error),
             .ended_at = ended_at});
    return out;
}

} // namespace

void insert_webhook(store::transaction& on, const webhook& what)
{
    on.execute("INSERT INTO webhooks (id, account_id, url, types, sealed, created_at) "
               "VALUES (:id, :account, :url, :types, :sealed, :created)",
               what.id, what.account_id, what.url, joined(what.types, ","), what.sealed,
               what.created_at);
}

void remove_webhook(store::transaction& on, std::string_view id)
{
    on.execute("DELETE FROM webhook_deliveries WHERE webhook_id = :id", id);
    on.execute("DELETE FROM webhooks WHERE id = :id", id);
}

std::vector<webhook> all_webhooks(store::transaction& on)
{
    std::vector<webhook> out;
    for (auto& [id, account_id, url, types, sealed, created_at] :
         on.select<text_column, text_column, text_column, text_column, text_column, webhook::time>(
             "SELECT id, account_id, url, types, sealed, created_at FROM webhooks ORDER BY id"))
        out.push_back({.id = std::move(id),
                       .account_id = std::move(account_id),
                       .url = std::move(url),
                       .types = split_types(types),
                       .sealed = std::move(sealed),
                       .created_at = created_at});
    return out;
}

bool insert_delivery(store::transaction& on, const webhook_delivery& what)
{
    return on.execute(
               "INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, created_at, "
               "state, attempts, due_at, response_status, error, ended_at) "
               "SELECT :id, id, :event, :type, :body, :created, :state, :attempts, :due, :status, "
               ":error, :ended FROM webhooks WHERE id = :webhook",
               what.id, what.event_id, what.type, what.body, what.created_at, enum_word(what.state),
               what.attempts, what.due_at, what.response_status, what.error, what.ended_at,
               what.webhook_id) > 0;
}

void update_delivery(store::transaction& on, const webhook_delivery& what)
{
    on.execute("UPDATE webhook_deliveries SET body = :body, state = :state, attempts = :attempts, "
               "due_at = :due, response_status = :status, error = :error, ended_at = :ended "
               "WHERE id = :id",
               what.body, enum_word(what.state), what.attempts, what.due_at, what.response_status,
               what.error, what.ended_at, what.id);
}

std::vector<webhook_delivery> pending_deliveries(store::transaction& on)
{
    return to_deliveries(
        on.select<text_column, text_column, text_column, text_column, text_column, moment,
                  text_column, int, moment, std::optional<int>, text_column, std::optional<moment>>(
            "SELECT id, webhook_id, event_id, type, body, created_at, state, attempts, due_at, "
            "response_status, error, ended_at FROM webhook_deliveries WHERE state = 'pending' "
            "ORDER BY id"));
}

std::vector<webhook_delivery> overdue_deliveries(store::transaction& on,
                                                 webhook_delivery::time before,
                                                 std::string_view after,
                                                 std::int64_t most)
{
    return to_deliveries(
        on.select<text_column, text_column, text_column, text_column, text_column, moment,
                  text_column, int, moment, std::optional<int>, text_column, std::optional<moment>>(
            "SELECT id, webhook_id, event_id, type, body, created_at, state, attempts, due_at, "
            "response_status, error, ended_at FROM webhook_deliveries WHERE state = 'pending' "
            "AND due_at < :before AND id > :after ORDER BY id LIMIT :most",
            before, after, most));
}

bool claim_delivery(store::transaction& on,
                    const webhook_delivery& what,
                    webhook_delivery::time until)
{
    const auto claimed =
        on.execute("UPDATE webhook_deliveries SET due_at = :until WHERE id = :id AND "
                   "state = 'pending' AND due_at = :due",
                   until, what.id, what.due_at);
    if (claimed > 0)
        return true;
    if (on.find<text_column>("SELECT id FROM webhook_deliveries WHERE id = :id", what.id))
        return false;
    auto unwritten = what;
    unwritten.due_at = until;
    return insert_delivery(on, unwritten);
}

std::vector<webhook_delivery>
deliveries_of(store::transaction& on, std::string_view webhook_id, std::int64_t most)
{
    return to_deliveries(
        on.select<text_column, text_column, text_column, text_column, text_column, moment,
                  text_column, int, moment, std::optional<int>, text_column, std::optional<moment>>(
            "SELECT id, webhook_id, event_id, type, '', created_at, state, attempts, due_at, "
            "response_status, error, ended_at FROM webhook_deliveries WHERE webhook_id = :webhook "
            "ORDER BY id DESC LIMIT :most",
            webhook_id, most));
}

void forget_deliveries(store::transaction& on, webhook_delivery::time before)
{
    on.execute("DELETE FROM webhook_deliveries WHERE ended_at < :before", before);
}

/// No id has a space in it.
std::string about_webhook(const webhook& what)
{
    return "webhook " + what.account_id + " " + what.id;
}

} // namespace thimble::service
