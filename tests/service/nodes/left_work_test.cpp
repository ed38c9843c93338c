// Work in the store that nobody goes on with, and the node that takes it.
#include "service/recordings/recording_rows.hpp"
#include "service/server/node_rows.hpp"
#include "service/sessions/session_rows.hpp"
#include "tests/store/opened_database.hpp"

#include <algorithm>

namespace thimble::service::test {

namespace {

using namespace std::chrono_literals;

constexpr auto first = "8a0a3d32-7a0d-4d75-9a34-5b3f3a1f0c01";
constexpr auto second = "8a0a3d32-7a0d-4d75-9a34-5b3f3a1f0c02";
constexpr auto lease = 3s;

store::job_row job_of(const std::string& id)
{
    store::job_row out;
    out.account_id = "account";
    out.id = id;
    out.phone_id = "phone";
    out.udid = "udid";
    out.desktop_id = "desktop";
    out.action = "tap";
    out.created_at = std::chrono::system_clock::now();
    return out;
}

sessions::facts session_of(const std::string& id)
{
    sessions::facts out;
    out.id = id;
    out.account_id = "account";
    out.phone_id = "phone";
    out.udid = "udid";
    out.asked.instruction = "Set an alarm";
    out.created_at = std::chrono::system_clock::now();
    return out;
}

/// Begun an hour ago; with its first picture a second later, or still without one.
recording recording_of(const std::string& id, bool has_picture)
{
    recording out;
    out.id = id;
    out.account_id = "account";
    out.phone_id = "phone";
    out.created_at = in_milliseconds(std::chrono::system_clock::now()) - 1h;
    if (has_picture) {
        out.format = recording_format::mp4;
        out.started_at = out.created_at + 1s;
        out.pictures = 1;
    }
    return out;
}

recording row_of(store::transaction& on, std::string_view id)
{
    auto all = all_recordings(on);
    const auto found = std::ranges::find(all, id, &recording::id);
    REQUIRE(found != all.end());
    return std::move(*found);
}

} // namespace

TEST_CASE(
    "one node goes on with the jobs of a service that was alone, and its sessions have failed",
    "[nodes][store]")
{
    store::test::opened_database at;
    auto file = at.open(store::all_migrations());
    REQUIRE(file.run([](store::transaction& on) {
        store::insert_job(on, job_of("job-1"));
        auto ended = job_of("job-2");
        store::insert_job(on, ended);
        ended.completed_at = ended.created_at;
        store::end_job(on, ended);
        sessions::insert_session(on, session_of("session-1"));
        beat_in_store(on, first, "first");
        beat_in_store(on, second, "second");
        CHECK(silent_nodes(on, lease).empty());

        leave_work_of_service_alone(on);
        leave_work_of_service_alone(on); // each node does so at its start
        const auto silent = silent_nodes(on, lease);
        REQUIRE(silent.size() == 1);
        const auto taken = take_work(on, silent.front(), first, lease);
        REQUIRE(taken.jobs.size() == 1);
        CHECK(taken.jobs.front().id == "job-1");
        CHECK(taken.sessions.empty());
        const auto session = sessions::find_session(on, "account", "session-1");
        REQUIRE(session);
        CHECK(session->now == sessions::status::failed);
        CHECK(take_work(on, silent.front(), second, lease).jobs.empty());
        CHECK(silent_nodes(on, lease).empty());
    }));
}

TEST_CASE("recordings of a node that is gone have ended when it was there last", "[nodes][store]")
{
    store::test::opened_database at;
    auto file = at.open(store::all_migrations());
    REQUIRE(file.run([](store::transaction& on) {
        insert_recording(on, recording_of("recording-1", true), first);
        insert_recording(on, recording_of("recording-2", false), first);
        auto ended = recording_of("recording-3", true);
        ended.status = recording_status::completed;
        ended.ended_by = recording_end::stopped;
        ended.ended_at = ended.created_at + 1min;
        insert_recording(on, ended, first);
        insert_recording(on, recording_of("recording-4", true), second);
        beat_in_store(on, second, "second");
        on.execute("INSERT INTO nodes (id, name, beat_at) VALUES (:id, 'first', :seen)",
                   std::string_view(first), ended.created_at + 10min);

        const auto silent = silent_nodes(on, lease);
        REQUIRE(silent == std::vector<std::string>{first});
        const auto there = work_of(on, first);
        CHECK(there.recordings.size() == 2);
        const auto taken = take_work(on, first, second, lease);
        REQUIRE(taken.recordings.size() == 2);
        CHECK(take_work(on, first, second, lease).recordings.empty()); // one wins
        CHECK(work_among(on, there, second).recordings.size() == 2);   // whose they are, in doubt
        CHECK(work_among(on, there, first).recordings.empty());

        const auto seen = row_of(on, "recording-1");
        CHECK(seen.status == recording_status::completed);
        CHECK(seen.ended_by == recording_end::service_ended);
        CHECK(seen.ended_at == ended.created_at + 10min);
        REQUIRE(seen.started_at);
        CHECK(seen.duration == *seen.ended_at - *seen.started_at);
        CHECK(row_of(on, "recording-2").status == recording_status::failed);
        CHECK(row_of(on, "recording-2").ended_by == recording_end::service_ended);
        CHECK(row_of(on, "recording-3").ended_by == recording_end::stopped);
        CHECK(row_of(on, "recording-4").status == recording_status::recording);
    }));
}

TEST_CASE("a recording that another node has ended does not go on in the store", "[nodes][store]")
{
    store::test::opened_database at;
    auto file = at.open(store::all_migrations());
    REQUIRE(file.run([](store::transaction& on) {
        insert_recording(on, recording_of("recording-1", false), first);
        REQUIRE(take_work(on, first, second, lease).recordings.size() == 1);
        auto late = recording_of("recording-1", true); // of a node that was only slow
        update_recording(on, late);
        CHECK(row_of(on, late.id).status == recording_status::failed);
        late = cut_off(std::move(late), true, late.created_at + 1min);
        update_recording(on, late);
        CHECK(row_of(on, late.id).status == recording_status::completed);
        CHECK(row_of(on, late.id).ended_at == late.ended_at);
    }));
}

TEST_CASE("recordings of nodes without a picture are forgotten in time", "[nodes][store]")
{
    store::test::opened_database at;
    auto file = at.open(store::all_migrations());
    REQUIRE(file.run([](store::transaction& on) {
        const auto begun = recording_of("recording-1", false).created_at;
        for (const auto* const id : {"recording-1", "recording-2", "recording-3"})
            insert_recording(on, recording_of(id, id == std::string_view("recording-2")), first);
        insert_recording(on, recording_of("recording-4", false)); // of a service alone
        REQUIRE(take_work(on, first, second, lease).recordings.size() == 3);
        auto later = row_of(on, "recording-3");
        later.ended_at = begun + 24h;
        update_recording(on, later);
        remove_recordings_without_picture(on, begun + 2h);
        std::vector<std::string> left;
        for (auto& each : all_recordings(on))
            left.push_back(std::move(each.id));
        std::ranges::sort(left);
        CHECK(left == std::vector<std::string>{"recording-2", "recording-3", "recording-4"});
    }));
}

} // namespace thimble::service::test
