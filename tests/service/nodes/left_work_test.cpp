// Work in the store that nobody goes on with, and the node that takes it.
#include "service/server/node_rows.hpp"
#include "service/sessions/session_rows.hpp"
#include "tests/store/opened_database.hpp"

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

} // namespace thimble::service::test
