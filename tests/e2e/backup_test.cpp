// A service is backed up while it is used, is lost, and goes on from the backup, by the commands of
// docs/store.md.
#include "tests/catch2.hpp"
#include "tests/e2e/document_block.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/numbered_taps.hpp"
#include "tests/e2e/used_service.hpp"
#include "tests/store/postgresql_server.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

namespace thimble::e2e {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;

using service::store::test::postgresql_server;

constexpr auto length_of_hold = 5s;
const header_fields first_key{{"Idempotency-Key", "before the backup"}};
const header_fields later_key{{"Idempotency-Key", "after the backup"}};

std::string path_of_programs()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    const char* const path = std::getenv("PATH");
    return path == nullptr ? "" : path;
}

/// Places that the commands are about, and the environment that names them.
struct backup_folders {
    temporary_directory backup;
    temporary_directory keys;
    std::string store; // URL of PostgreSQL

    void run_block(const fs::path& state, std::string_view part) const
    {
        environment variables{{"STATE", state.string()},
                              {"BACKUP", backup.path().string()},
                              {"KEYS", keys.path().string()},
                              {"STORE", store}};
        if (const auto programs = postgresql_server::installed()) // of the server's version
            variables["PATH"] = programs->string() + ":" + path_of_programs();
        const auto document = content_of(THIMBLE_SOURCE_DIR "/docs/store.md");
        const auto ran =
            run("bash", {"-euc", block_of(document, "sh", part)}, variables, 120s * slowdown());
        INFO(part << ": " << ran.output << ran.errors);
        REQUIRE(ran.code == 0);
    }
};

/// Done before the backup, with the answers of the service.
struct work_before {
    explicit work_before(const used_service& on)
        : tap(on.tap(1, first_key)), picture(on.ended(on.api()
                                                          .get(on.path("/screenshot?async=true"))
                                                          .json()
                                                          .at("job_id")
                                                          .get<std::string>())),
          bytes(on.api().get(download()).body)
    {
        CHECK_FALSE(bytes.empty());
        CHECK(on.api()
                  .send("PUT", "/v1/secrets/mail", R"({"value": "correct horse"})",
                        {{"Content-Type", "application/json"}})
                  .status == 204);
    }

    std::string download() const
    {
        return "/v1/jobs/" + picture.at("id").get<std::string>() + "/download";
    }

    void check(const used_service& on) const
    {
        CHECK(on.job(tap.json().at("id")) == tap.json());
        CHECK(on.tap(1, first_key).body == tap.body); // recognised, and not done again
        CHECK(on.job(picture.at("id")) == picture);
        CHECK(on.api().get(download()).body == bytes);
        CHECK(on.api().get("/v1/secrets").json().at("secrets").size() == 1);
    }

    http_answer tap;
    json picture; // job
    std::string bytes;
};

/// Done after the backup, or under way when the service is lost.
struct work_after {
    explicit work_after(const used_service& on)
        : tap(on.tap(3, later_key)), key(on.api().post("/v1/keys", R"({"name": "late"})").json()),
          hold(on.begin("tap-and-hold",
                        json{{"x", 300}, {"y", 150}, {"duration_ms", length_of_hold / 1ms}}.dump()))
    {
    }

    void check_forgotten(const used_service& on) const
    {
        CHECK(on.job(tap.json().at("id")).value("error", "") == "JOB_NOT_FOUND");
        CHECK(on.job(hold).value("error", "") == "JOB_NOT_FOUND");
        CHECK(on.api(key.at("key")).get("/v1/phones").status == 401);
    }

    http_answer tap;
    json key;
    std::string hold; // id of a job that the desktop's journal knows when the service is gone
};

/// `back_up` and `restore` have to do with the rows; the second gives the variables that name the
/// store from then on.
template <class BackUp, class Restore>
void check_backup(used_service& on, backup_folders& folders, BackUp back_up, Restore restore)
{
    REQUIRE(on.until_ready());
    const work_before before(on);

    // A tap is under way during the backup: its desktop stands still.
    on.daemon().send_signal(SIGSTOP);
    const auto open = on.begin("tap", numbered_tap{2}.body());
    back_up();
    folders.run_block(on.state(), "tar --create");
    CHECK(on.job(open).at("status") != "completed");
    on.daemon().send_signal(SIGCONT);
    CHECK(on.ended(open).at("status") == "completed");

    const auto fingers = on.phone().fingers_down().size();
    const work_after after(on);
    REQUIRE(eventually(30s, [&] { return on.phone().fingers_down().size() == fingers + 2; }));
    on.lose();
    const environment store = restore();
    folders.run_block(on.state(), "tar --extract");
    on.start(store);
    INFO(on.told());
    REQUIRE(on.until_ready()); // linked with the token that it has

    before.check(on);
    after.check_forgotten(on);
    const auto lost = on.ended(open);
    INFO(lost.dump());
    CHECK(lost.at("status") == "failed");
    CHECK(lost.at("result").at("error") == "JOB_LOST");
    CHECK(lost.at("result").at("context").at("outcome") == "unknown");

    // Whatever the journal still has done would stand before this tap, which waits for the hold.
    on.tap(4);
    auto made = taps_made(on.phone());
    for (const int number : {1, 2, 3, 4}) {
        INFO("tap " << number);
        CHECK(made[number] == 1);
    }
    CHECK(on.phone().fingers_down().size() == 5); // these, and the hold
    on.tap(3, later_key);                         // which the backup does not know
    CHECK(taps_made(on.phone())[3] == 2);
}

/// Ends the test where it is missing.
void require_sqlite3()
{
    if (run("sqlite3", {"--version"}).code == 0)
        return;
    std::cout << "sqlite3 is not installed: skipped (scripts/setup)" << std::endl;
    std::exit(0); // NOLINT(concurrency-mt-unsafe): no other thread runs yet
}

} // namespace

TEST_CASE("a service on SQLite goes on from its backup and repeats no touch", "[e2e]")
{
    require_sqlite3();
    backup_folders folders;
    used_service on({});
    check_backup(
        on, folders, [&] { folders.run_block(on.state(), "sqlite3 -bail"); },
        [&] {
            folders.run_block(on.state(), "cp \"$BACKUP/thimble.db\"");
            return environment{};
        });
}

TEST_CASE("a service on PostgreSQL goes on from its backup and repeats no touch", "[e2e]")
{
    auto& server = postgresql_server::shared();
    server.database("backed_up");
    backup_folders folders;
    folders.store = server.url("backed_up");
    used_service on({{"THIMBLE_STORE", folders.store}});
    check_backup(
        on, folders, [&] { folders.run_block(on.state(), "pg_dump"); },
        [&] {
            server.drop("backed_up");
            server.database("restored", "ENCODING 'UTF8' TEMPLATE template0");
            folders.store = server.url("restored");
            folders.run_block(on.state(), "pg_restore");
            return environment{{"THIMBLE_STORE", folders.store}};
        });
}

} // namespace thimble::e2e
