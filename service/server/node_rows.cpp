#include "service/server/node_rows.hpp"

#include "service/agent_loop/live_session.hpp"
#include "service/recordings/recording_rows.hpp"
#include "service/sessions/restart.hpp"
#include "service/sessions/session_rows.hpp"

#include <set>
#include <tuple>
#include <utility>

namespace thimble::service {

namespace {

bool is_silent(store::transaction& on, std::string_view id, std::chrono::milliseconds lease)
{
    return !on.find<std::string>("SELECT id FROM nodes WHERE id = :id "
                                 "AND beat_at > DATABASE_NOW - :lease",
                                 id, lease.count());
}

/// Now for one that has no row, or has said that it ends.
recording::moment last_seen(store::transaction& on, std::string_view id)
{
    const auto told =
        on.find<recording::moment>("SELECT beat_at FROM nodes WHERE id = :id AND beat_at > 0", id);
    return told ? std::get<0>(*told) : recording::moment::clock::now();
}

std::vector<std::string> acts_of(store::transaction& on, const std::string& session_id)
{
    std::vector<std::string> out;
    for (auto& [id, action] : on.select<std::string, std::string>(
             "SELECT id, action FROM jobs WHERE session_id = :session ORDER BY id", session_id))
        if (!changes_nothing(action))
            out.push_back(std::move(id));
    return out;
}

} // namespace

void beat_in_store(store::transaction& on, std::string_view id, std::string_view name)
{
    on.execute("INSERT INTO nodes (id, name, beat_at) VALUES (:id, :name, DATABASE_NOW) "
               "ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at",
               id, name);
}

std::vector<std::string>
nodes_in_store(store::transaction& on, std::string_view except, std::chrono::milliseconds lease)
{
    std::vector<std::string> out;
    for (auto& [id] : on.select<std::string>(
             "SELECT id FROM nodes WHERE id <> :id AND beat_at > DATABASE_NOW - :lease", except,
             lease.count()))
        out.push_back(std::move(id));
    return out;
}

void end_in_store(store::transaction& on, std::string_view id)
{
    on.execute("UPDATE nodes SET beat_at = 0 WHERE id = :id", id);
}

std::vector<std::string> silent_nodes(store::transaction& on, std::chrono::milliseconds lease)
{
    std::vector<std::string> out;
    for (auto& [id] : on.select<std::string>(
             "SELECT id FROM nodes WHERE beat_at <= DATABASE_NOW - :lease "
             "UNION SELECT node FROM sessions WHERE node IS NOT NULL AND completed_at IS NULL "
             "AND node NOT IN (SELECT id FROM nodes) "
             "UNION SELECT node FROM jobs WHERE node IS NOT NULL AND completed_at IS NULL "
             "AND node NOT IN (SELECT id FROM nodes) "
             "UNION SELECT node FROM recordings WHERE node IS NOT NULL AND ended_at IS NULL "
             "AND node NOT IN (SELECT id FROM nodes)",
             lease.count()))
        out.push_back(std::move(id));
    return out;
}

void leave_work_of_service_alone(store::transaction& on)
{
    sessions::end_sessions_of_service_alone(on, sessions::moment::clock::now());
    on.execute("UPDATE jobs SET node = 'alone' WHERE node IS NULL AND completed_at IS NULL");
    on.execute("UPDATE recordings SET node = 'alone' WHERE node IS NULL AND ended_at IS NULL");
}

left_work work_of(store::transaction& on, std::string_view node)
{
    left_work out;
    for (auto& each : sessions::sessions_held_by(on, node)) {
        out.acts.emplace(each.known.id, acts_of(on, each.known.id));
        out.sessions.push_back(std::move(each.known));
    }
    out.jobs = store::jobs_held_by(on, node);
    out.recordings = recordings_held_by(on, node);
    return out;
}

left_work work_among(store::transaction& on, const left_work& wanted, std::string_view node)
{
    std::set<std::string> ids;
    for (const auto& each : wanted.sessions)
        ids.insert(each.id);
    for (const auto& each : wanted.jobs)
        ids.insert(each.id);
    auto out = work_of(on, node);
    std::erase_if(out.sessions, [&](const auto& each) { return !ids.contains(each.id); });
    std::erase_if(out.jobs, [&](const auto& each) { return !ids.contains(each.id); });
    out.recordings.clear();
    for (const auto& each : wanted.recordings)
        if (auto ended = find_recording_ended_by(on, each.id, node))
            out.recordings.push_back(std::move(*ended));
    return out;
}

left_work take_work(store::transaction& on,
                    std::string_view silent,
                    std::string_view taker,
                    std::chrono::milliseconds lease)
{
    if (!is_silent(on, silent, lease))
        return {};
    auto out = work_of(on, silent);
    std::erase_if(out.sessions, [&](const auto& each) {
        return !sessions::hand_session_over(on, each.id, silent, taker);
    });
    std::erase_if(out.jobs,
                  [&](const auto& each) { return !store::hand_job_over(on, each, silent, taker); });
    const auto seen = last_seen(on, silent);
    for (auto& each : out.recordings) {
        const bool has_pictures = each.format.has_value();
        each = cut_off(std::move(each), has_pictures, seen);
    }
    std::erase_if(out.recordings,
                  [&](const auto& each) { return !end_left_recording(on, each, silent, taker); });
    on.execute("DELETE FROM nodes WHERE id = :id AND beat_at <= DATABASE_NOW - :lease", silent,
               lease.count());
    return out;
}

} // namespace thimble::service
