#include "service/jobs/idempotency_rows.hpp"

#include <tuple>

namespace thimble::service::store {

bool insert_idempotent_request(transaction& on,
                               const idempotent_request_row& what,
                               const replaceable_request& in_place_of)
{
    return on.execute(
               "INSERT INTO idempotent_requests (id, account_id, body, job_id, at_once, answer, "
               "created_at) VALUES (:id, :account, :body, :job, :at_once, :answer, :created) "
               "ON CONFLICT (id) DO UPDATE SET body = excluded.body, job_id = excluded.job_id, "
               "at_once = excluded.at_once, answer = excluded.answer, created_at = "
               "excluded.created_at "
               "WHERE idempotent_requests.created_at < :before OR idempotent_requests.job_id = "
               ":gone",
               what.id, what.account_id, what.body, what.job_id, what.at_once, what.answer,
               what.created_at, in_place_of.created_before, in_place_of.job_id) > 0;
}

void answer_idempotent_request(transaction& on, std::string_view id, std::string_view answer)
{
    on.execute("UPDATE idempotent_requests SET answer = :answer WHERE id = :id AND answer IS NULL",
               answer, id);
}

void forget_idempotent_request(transaction& on, std::string_view id, std::string_view job_id)
{
    on.execute("DELETE FROM idempotent_requests WHERE id = :id AND job_id = :job", id, job_id);
}

std::map<std::string, std::size_t> idempotent_requests_of_accounts(transaction& on)
{
    std::map<std::string, std::size_t> out;
    for (auto& [account_id, count] : on.select<std::string, std::size_t>(
             "SELECT account_id, count(*) FROM idempotent_requests GROUP BY account_id"))
        out.emplace(std::move(account_id), count);
    return out;
}

std::optional<idempotent_request_row>
find_idempotent_request(transaction& on, std::string_view id, idempotent_request_row::time bound)
{
    using text = std::string;
    auto found =
        on.find<text, text, text, text, bool, std::optional<text>, idempotent_request_row::time>(
            "SELECT id, account_id, body, job_id, at_once, answer, created_at "
            "FROM idempotent_requests WHERE id = :id AND created_at >= :bound",
            id, bound);
    if (!found)
        return std::nullopt;
    return std::apply([](auto&&... values) { return idempotent_request_row{std::move(values)...}; },
                      std::move(*found));
}

void forget_idempotent_requests(transaction& on, idempotent_request_row::time bound)
{
    on.execute("DELETE FROM idempotent_requests WHERE created_at < :bound", bound);
}

std::size_t
forget_oldest_idempotent_requests(transaction& on, std::string_view account_id, std::size_t most)
{
    return on.execute("DELETE FROM idempotent_requests WHERE id IN (SELECT id FROM "
                      "idempotent_requests WHERE account_id = :account AND answer IS NOT NULL "
                      "ORDER BY created_at LIMIT :most)",
                      account_id, most);
}

} // namespace thimble::service::store
