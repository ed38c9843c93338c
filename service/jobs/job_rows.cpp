#include "service/jobs/job_rows.hpp"

#include <tuple>

namespace thimble::service::store {

namespace {

using text = std::string;
using optional_text = std::optional<std::string>;
using time = job_row::time;

/// All columns of the rows for which `condition` holds, in the order of job_row.
template <class... Arguments>
std::vector<job_row>
select_jobs(transaction& on, std::string_view condition, const Arguments&... arguments)
{
    std::string statement("SELECT account_id, id, phone_id, udid, desktop_id, action, created_at, "
                          "started_at, completed_at, outcome, failure, value, receipt, queued_us, "
                          "device_us, total_us, frame, picture FROM jobs ");
    statement += condition;
    std::vector<job_row> out;
    for (auto& row :
         on.select<text, text, text, text, text, text, time, std::optional<time>,
                   std::optional<time>, optional_text, optional_text, optional_text, optional_text,
                   std::int64_t, std::int64_t, std::int64_t, optional_text, optional_text>(
             statement, arguments...))
        out.push_back(std::apply([](auto&&... values) { return job_row{std::move(values)...}; },
                                 std::move(row)));
    return out;
}

} // namespace

void insert_job(transaction& on, const job_row& what)
{
    on.execute(
        "INSERT INTO jobs (account_id, id, phone_id, udid, desktop_id, action, created_at, "
        "node, session_id) "
        "VALUES (:account, :id, :phone, :udid, :desktop, :action, :created, :node, :session)",
        what.account_id, what.id, what.phone_id, what.udid, what.desktop_id, what.action,
        what.created_at, what.node, what.session_id);
}

bool end_job(transaction& on, const job_row& what)
{
    const auto changed = on.execute(
        "UPDATE jobs SET started_at = :started, completed_at = :completed, "
        "outcome = :outcome, failure = :failure, value = :value, receipt = :receipt, "
        "queued_us = :queued, device_us = :device, total_us = :total, frame = :frame, "
        "picture = :picture WHERE account_id = :account AND id = :id "
        "AND (:alone = 1 OR node IS NULL OR node = :node)",
        what.started_at, what.completed_at, what.outcome, what.failure, what.value, what.receipt,
        what.queued_us, what.device_us, what.total_us, what.frame, what.picture, what.account_id,
        what.id, !what.node.has_value(), what.node.value_or(""));
    return changed > 0;
}

void delete_job(transaction& on, std::string_view account_id, std::string_view id)
{
    on.execute("DELETE FROM jobs WHERE account_id = :account AND id = :id", account_id, id);
}

bool is_open(transaction& on, std::string_view account_id, std::string_view id)
{
    return on
        .find<text>("SELECT id FROM jobs WHERE account_id = :account AND id = :id "
                    "AND completed_at IS NULL",
                    account_id, id)
        .has_value();
}

std::optional<job_row> find_job(transaction& on, std::string_view account_id, std::string_view id)
{
    auto found = select_jobs(on, "WHERE account_id = :account AND id = :id", account_id, id);
    if (found.empty())
        return std::nullopt;
    return std::move(found.front());
}

namespace {

/// Ids have one length, so that one is found in the text only where it is among them.
text one_after_another(const std::optional<std::vector<text>>& ids)
{
    text out;
    if (ids)
        for (const auto& each : *ids)
            out += each + ",";
    return out;
}

} // namespace

std::vector<job_row> list_jobs(transaction& on, const job_filter& wanted)
{
    // Each condition also holds where nothing is asked for, so that there is one statement.
    constexpr std::string_view after_all_ids = "~";
    const auto failed = wanted.failed ? std::int64_t{*wanted.failed} : std::int64_t{-1};
    return select_jobs(on,
                       "WHERE account_id = :account AND id < :before "
                       "AND (:any_phone = 1 OR phone_id = :phone) "
                       "AND (:all_phones = 1 OR instr(:phones, phone_id) > 0) "
                       "AND (:failed = -1 OR (completed_at IS NOT NULL AND "
                       "CASE WHEN failure IS NULL THEN 0 ELSE 1 END = :failed_again)) "
                       "ORDER BY id DESC LIMIT :most",
                       wanted.account_id, wanted.before.value_or(std::string(after_all_ids)),
                       !wanted.phone_id.has_value(), wanted.phone_id.value_or(""),
                       !wanted.phones.has_value(), one_after_another(wanted.phones), failed, failed,
                       wanted.limit);
}

std::vector<job_row> unsettled_jobs(transaction& on)
{
    return select_jobs(on, "WHERE completed_at IS NULL ORDER BY id");
}

std::vector<job_row> jobs_held_by(transaction& on, std::string_view node)
{
    return select_jobs(on, "WHERE node = :node AND completed_at IS NULL ORDER BY id", node);
}

bool hand_job_over(transaction& on, const job_row& what, std::string_view from, std::string_view to)
{
    return on.execute("UPDATE jobs SET node = :taker WHERE account_id = :account AND id = :id "
                      "AND node = :before AND completed_at IS NULL",
                      to, what.account_id, what.id, from) == 1;
}

std::int64_t count_jobs(transaction& on)
{
    return std::get<0>(*on.find<std::int64_t>("SELECT count(*) FROM jobs"));
}

std::map<std::string, std::size_t> jobs_of_accounts(transaction& on)
{
    std::map<std::string, std::size_t> out;
    for (auto& [account_id, count] :
         on.select<text, std::size_t>("SELECT account_id, count(*) FROM jobs GROUP BY account_id"))
        out.emplace(std::move(account_id), count);
    return out;
}

std::size_t
forget_jobs(transaction& on, std::string_view account_id, std::string_view bound, std::size_t most)
{
    return on.execute("DELETE FROM jobs WHERE account_id = :account AND id IN (SELECT id FROM jobs "
                      "WHERE account_id = :same AND id < :bound AND completed_at IS NOT NULL "
                      "ORDER BY id LIMIT :most)",
                      account_id, account_id, bound, most);
}

} // namespace thimble::service::store
