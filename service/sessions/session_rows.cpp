#include "service/sessions/session_rows.hpp"

#include "text/json_member.hpp"

#include <tuple>
#include <utility>

namespace thimble::service::sessions {

namespace {

using nlohmann::json;
using text = std::string;
using optional_text = std::optional<std::string>;
using session_columns = std::tuple<text,
                                   text,
                                   text,
                                   text,
                                   text,
                                   text,
                                   std::uint64_t,
                                   std::optional<std::int64_t>,
                                   std::int64_t,
                                   text,
                                   moment,
                                   std::optional<moment>,
                                   std::optional<moment>,
                                   std::uint64_t,
                                   text,
                                   optional_text,
                                   optional_text,
                                   optional_text,
                                   optional_text,
                                   moment>;

text cost_text(const std::map<month, std::int64_t>& costs)
{
    auto record = json::object();
    for (const auto& [in, amount] : costs)
        record[to_string(in)] = amount;
    return record.dump();
}

std::map<month, std::int64_t> read_costs(const text& from)
{
    std::map<month, std::int64_t> out;
    const auto record = parse_object(from);
    for (const auto& [name, amount] : record.items())
        if (const auto in = parse_month(name); in && amount.is_number_integer())
            out.emplace(*in, amount.get<std::int64_t>());
    return out;
}

cut_off to_session(session_columns&& from)
{
    auto& [id, account, phone, udid, instruction, model, turns_granted, cost_granted, timeout, now,
           created, started, completed, turns, costs, waiting, result, error, recording, seen] =
        from;
    return {.known = {.id = std::move(id),
                      .account_id = std::move(account),
                      .phone_id = phone,
                      .udid = std::move(udid),
                      .asked = {.instruction = std::move(instruction),
                                .model = std::move(model),
                                .phone_id = phone,
                                .max_turns = turns_granted,
                                .max_cost = cost_granted,
                                .timeout = std::chrono::seconds(timeout),
                                .record = recording.has_value()},
                      .now = parse_status(now).value_or(status::failed),
                      .created_at = created,
                      .started_at = started,
                      .completed_at = completed,
                      .turns = turns,
                      .model_cost = read_costs(costs),
                      .waiting_for = std::move(waiting),
                      .result = std::move(result),
                      .error = std::move(error),
                      .recording_id = std::move(recording)},
            .seen_at = seen};
}

/// Ids have one length, so that one is found in the text only where it is among them.
text one_after_another(const std::optional<std::vector<text>>& ids)
{
    text out;
    if (ids)
        for (const auto& each : *ids)
            out += each + ",";
    return out;
}

/// The sessions for which `condition` holds.
template <class... Arguments>
std::vector<cut_off>
select_sessions(store::transaction& on, std::string_view condition, const Arguments&... arguments)
{
    std::string statement("SELECT id, account_id, phone_id, udid, instruction, model, max_turns, "
                          "max_cost, timeout_s, status, created_at, started_at, completed_at, "
                          "turns, model_cost, waiting_for, result, error, recording_id, seen_at "
                          "FROM sessions ");
    statement += condition;
    std::vector<cut_off> out;
    for (auto& row :
         on.select<text, text, text, text, text, text, std::uint64_t, std::optional<std::int64_t>,
                   std::int64_t, text, moment, std::optional<moment>, std::optional<moment>,
                   std::uint64_t, text, optional_text, optional_text, optional_text, optional_text,
                   moment>(statement, arguments...))
        out.push_back(to_session(std::move(row)));
    return out;
}

} // namespace

void insert_session(store::transaction& on, const facts& what, const holder& by)
{
    on.execute(
        "INSERT INTO sessions (id, account_id, phone_id, udid, instruction, model, "
        "max_turns, max_cost, timeout_s, status, created_at, started_at, completed_at, "
        "turns, model_cost, waiting_for, result, error, recording_id, seen_at, node) VALUES (:id, "
        ":account, "
        ":phone, :udid, :instruction, :model, :max_turns, :max_cost, :timeout, :status, "
        ":created, :started, :completed, :turns, :costs, :waiting, :result, :error, :recording, "
        ":seen, :node)",
        what.id, what.account_id, what.phone_id, what.udid, what.asked.instruction,
        what.asked.model, what.asked.max_turns, what.asked.max_cost, what.asked.timeout.count(),
        to_string(what.now), what.created_at, what.started_at, what.completed_at, what.turns,
        cost_text(what.model_cost), what.waiting_for, what.result, what.error, what.recording_id,
        what.created_at, by);
}

bool update_session(store::transaction& on, const facts& what, moment now, const holder& by)
{
    const auto changed =
        on.execute("UPDATE sessions SET status = :status, started_at = :started, "
                   "completed_at = :completed, turns = :turns, model_cost = :costs, "
                   "waiting_for = :waiting, result = :result, error = :error, seen_at = :seen "
                   "WHERE id = :id AND (:alone = 1 OR node = :node)",
                   to_string(what.now), what.started_at, what.completed_at, what.turns,
                   cost_text(what.model_cost), what.waiting_for, what.result, what.error, now,
                   what.id, !by.has_value(), by.value_or(""));
    return changed > 0;
}

void see_live_sessions(store::transaction& on, moment now, const holder& by)
{
    on.execute("UPDATE sessions SET seen_at = :now WHERE completed_at IS NULL "
               "AND (:alone = 1 OR node = :node)",
               now, !by.has_value(), by.value_or(""));
}

std::optional<facts>
find_session(store::transaction& on, std::string_view account_id, std::string_view id)
{
    auto found = select_sessions(on, "WHERE account_id = :account AND id = :id", account_id, id);
    if (found.empty())
        return std::nullopt;
    return std::move(found.front().known);
}

std::vector<facts> list_sessions(store::transaction& on, const session_filter& wanted)
{
    // Each condition also holds where nothing is asked for, so that there is one statement.
    std::vector<facts> out;
    for (auto& each : select_sessions(
             on,
             "WHERE account_id = :account AND (:any_phone = 1 OR phone_id = :phone) "
             "AND (:all_phones = 1 OR instr(:phones, phone_id) > 0) "
             "AND (:any_status = 1 OR status = :status) "
             "AND (:any_age = 1 OR id < :before) ORDER BY id DESC LIMIT :most",
             wanted.account_id, !wanted.phone_id.has_value(), wanted.phone_id.value_or(""),
             !wanted.phones.has_value(), one_after_another(wanted.phones), !wanted.in.has_value(),
             to_string(wanted.in.value_or(status::creating)), !wanted.before.has_value(),
             wanted.before.value_or(""), wanted.limit))
        out.push_back(std::move(each.known));
    return out;
}

std::vector<cut_off> live_sessions(store::transaction& on)
{
    return select_sessions(on, "WHERE completed_at IS NULL ORDER BY id");
}

std::vector<cut_off> sessions_of_service_alone(store::transaction& on)
{
    return select_sessions(on, "WHERE node IS NULL AND completed_at IS NULL ORDER BY id");
}

std::optional<std::string> session_held_for(store::transaction& on, std::string_view phone_id)
{
    const auto found = on.find<text>("SELECT id FROM sessions WHERE phone_id = :phone "
                                     "AND node IS NOT NULL AND completed_at IS NULL",
                                     phone_id);
    return found ? std::optional(std::get<0>(*found)) : std::nullopt;
}

std::vector<cut_off> sessions_held_by(store::transaction& on, std::string_view node)
{
    return select_sessions(on, "WHERE node = :node AND completed_at IS NULL ORDER BY id", node);
}

bool hand_session_over(store::transaction& on,
                       std::string_view id,
                       std::string_view from,
                       std::string_view to)
{
    return on.execute("UPDATE sessions SET node = :taker WHERE id = :id AND node = :before "
                      "AND completed_at IS NULL",
                      to, id, from) == 1;
}

bool hold_session(store::transaction& on, std::string_view id, std::string_view node)
{
    return on.execute("UPDATE sessions SET node = node WHERE id = :id AND node = :node "
                      "AND completed_at IS NULL",
                      id, node) == 1;
}

std::size_t forget_sessions(store::transaction& on, moment before, std::int64_t most)
{
    // The events first, which refer to their session. Both statements find the same sessions.
    on.execute("DELETE FROM session_events WHERE session_id IN (SELECT id FROM sessions "
               "WHERE completed_at < :before ORDER BY completed_at, id LIMIT :most)",
               before, most);
    return on.execute("DELETE FROM sessions WHERE id IN (SELECT id FROM sessions "
                      "WHERE completed_at < :before ORDER BY completed_at, id LIMIT :most)",
                      before, most);
}

} // namespace thimble::service::sessions
