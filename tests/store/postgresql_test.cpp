// A server of PostgreSQL: several writers at a time, and its going away.
#include "store/store_copy.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/store/opened_database.hpp"
#include "tests/store/postgresql_server.hpp"

#include <spdlog/sinks/ostream_sink.h>

#include <atomic>
#include <csignal>
#include <future>
#include <optional>
#include <sstream>
#include <sys/types.h>
#include <tuple>
#include <utility>
#include <vector>

namespace thimble::service::store::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

database_file open_as(const std::string& name, std::span<const migration> steps = notes)
{
    auto opened = database_file::open(postgresql_server::shared().database(name), steps);
    if (!opened)
        throw std::runtime_error(opened.error());
    return std::move(*opened);
}

/// Stands still until this goes.
class frozen_process {
public:
    explicit frozen_process(pid_t which) : which_(which) { ::kill(which_, SIGSTOP); }
    frozen_process(const frozen_process&) = delete;
    frozen_process& operator=(const frozen_process&) = delete;
    ~frozen_process() { ::kill(which_, SIGCONT); }

private:
    pid_t which_;
};

/// The server waits for a standby that is not there with each commit, as long as this lives.
class missing_standby {
public:
    explicit missing_standby(connection& through) : through_(through)
    {
        through_.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        through_.run("SELECT pg_reload_conf()");
    }
    missing_standby(const missing_standby&) = delete;
    missing_standby& operator=(const missing_standby&) = delete;
    ~missing_standby()
    {
        try {
            through_.run("ALTER SYSTEM RESET synchronous_standby_names");
            through_.run("SELECT pg_reload_conf()");
        } catch (const std::exception& problem) {
            WARN("the server waits for a standby from now on: " << problem.what());
        }
    }

    /// Another process of the server than `known` waits with its commit; its id.
    std::int64_t waiting_process(std::int64_t known)
    {
        transaction on(through_);
        std::optional<std::tuple<std::int64_t>> found;
        REQUIRE(e2e::eventually(60s, [&] {
            found = on.find<std::int64_t>(
                "SELECT CAST(pid AS BIGINT) FROM pg_stat_activity WHERE wait_event = 'SyncRep' "
                "AND datname = current_database() AND pid <> :known",
                known);
            return found.has_value();
        }));
        return std::get<0>(*found);
    }

private:
    connection& through_;
};

/// Adds one to the weight of the note: reads it, and writes what it makes of it.
void add_one(transaction& on)
{
    const auto before = on.find<double>("SELECT weight FROM notes WHERE id = :id", "sum");
    on.execute("UPDATE notes SET weight = :weight WHERE id = :id", std::get<0>(*before) + 1, "sum");
}

} // namespace

TEST_CASE("none of several writers loses what another has written", "[.][postgresql]")
{
    constexpr int writers = 4;
    constexpr int each_writes = 25;
    const auto at = postgresql_server::shared().database("several_writers");
    auto file = database_file::open(at, notes).value();
    REQUIRE(file.run([](transaction& on) {
        on.execute("INSERT INTO notes (id, weight) VALUES (:id, :weight)", "sum", 0.0);
    }));
    std::atomic<int> refused = 0;
    std::vector<std::future<void>> threads;
    for (int writer = 0; writer < writers; ++writer)
        threads.push_back(std::async(std::launch::async, [&refused, &at] {
            auto own = database_file::open(at, notes).value();
            for (int made = 0; made < each_writes; ++made)
                while (!own.run(add_one)) // on a machine that is very busy it may give up
                    ++refused;
        }));
    for (auto& each : threads)
        each.get();
    INFO(refused << " were given up");
    const auto sum = file.run([](transaction& on) {
        return std::get<0>(*on.find<double>("SELECT weight FROM notes WHERE id = :id", "sum"));
    });
    CHECK(sum == writers * each_writes);
}

TEST_CASE("several that open an empty database make its schema once", "[.][postgresql]")
{
    std::atomic<int> opened = 0;
    const auto at = postgresql_server::shared().database("opened_by_several");
    std::vector<std::future<void>> threads;
    for (int each = 0; each < 4; ++each)
        threads.push_back(std::async(std::launch::async, [&] {
            if (database_file::open(at, all_migrations()))
                ++opened;
        }));
    for (auto& each : threads)
        each.get();
    CHECK(opened == 4);
}

TEST_CASE("a server that was started again is reached again", "[.][postgresql]")
{
    auto& server = postgresql_server::shared();
    auto file = open_as("restarted");
    REQUIRE(file.run([](transaction& on) { insert(on, "before"); }));
    server.stop();
    const auto away = file.run([](transaction& on) { insert(on, "meanwhile"); });
    REQUIRE_FALSE(away);
    CHECK(away.error().unreached);
    CHECK(away.error().away);
    CHECK_FALSE(away.error().may_have_happened);
    server.start();
    CHECK(file.run([](transaction& on) { insert(on, "after"); }));
    CHECK(file.run(count) == 2);
}

TEST_CASE("a connection that was cut while nobody used it is not missed", "[.][postgresql]")
{
    auto& server = postgresql_server::shared();
    auto file = open_as("cut");
    server.stop();
    server.start();
    CHECK(file.run([](transaction& on) { insert(on, "one"); }));
}

TEST_CASE("what is written behind waits for a server that is away", "[.][postgresql]")
{
    auto& server = postgresql_server::shared();
    std::ostringstream logged;
    asio::io_context context;
    threaded_database store(context.get_executor(), open_as("written_behind"), {.limit = 60s},
                            std::make_shared<spdlog::logger>(
                                "store", std::make_shared<spdlog::sinks::ostream_sink_mt>(logged)));
    server.stop();
    for (const auto* id : {"one", "two"})
        store.write_behind([id](transaction& on) { insert(on, id); });
    server.start();
    tests::run(context, [](database& on) -> asio::awaitable<void> {
        co_await on.written();
        CHECK(co_await on.read(count) == 2);
    }(store));
}

TEST_CASE("a transaction that is refused although its work went on is not committed",
          "[.][postgresql]")
{
    auto file = open_as("passed_over");
    const auto done = file.run([](transaction& on) {
        insert(on, "one");
        try {
            insert(on, "one");
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): as nobody should
        }
    });
    CHECK_FALSE(done);
    CHECK(file.run(count) == 0);
}

TEST_CASE("no statement takes longer than the server's limit", "[.][postgresql]")
{
    auto file = open_as("limited");
    const auto late = file.run([](transaction& on) { on.execute("SELECT pg_sleep(600)"); });
    REQUIRE_FALSE(late);
    CHECK(late.error().text == "it took too long");
    CHECK(file.run([](transaction& on) { insert(on, "one"); }));
}

TEST_CASE("a wait for a server that is silent can be ended", "[.][postgresql]")
{
    connection on(postgresql_server::shared().database("silent_for_long"), access::read);
    auto answered = std::async(std::launch::async, [&on] {
        try {
            on.run("SELECT pg_sleep(600)");
            return true;
        } catch (const std::exception&) {
            return false;
        }
    });
    while (answered.wait_for(10ms) != std::future_status::ready)
        on.cut_off_if_stuck(0s);
    CHECK_FALSE(answered.get());
    CHECK(on.is_lost()); // and not for the limit of a statement
}

TEST_CASE("the end of a connection does not wait for a server that is silent", "[.][postgresql]")
{
    auto file = std::optional(open_as("silent"));
    const auto server_process = file->run([](transaction& on) {
        insert(on, "one");
        return std::get<0>(*on.find<std::int64_t>("SELECT CAST(pg_backend_pid() AS BIGINT)"));
    });
    REQUIRE(server_process);
    std::future<void> closed; // ends at the latest when the server goes on
    const frozen_process silent(static_cast<pid_t>(*server_process));
    closed = std::async(std::launch::async, [&file] { file.reset(); });
    CHECK(closed.wait_for(30s) == std::future_status::ready);
}

TEST_CASE("a writer ends what is left of its lost connection first", "[.][postgresql]")
{
    auto file = open_as("taken_over");
    connection other(postgresql_server::shared().database("taken_over"), access::read);
    const auto held = file.run([](transaction& on) {
        return on.find<std::int64_t, std::int64_t, std::int64_t>(
            "SELECT CAST(pid AS BIGINT), CAST(classid AS BIGINT), CAST(objid AS BIGINT) "
            "FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()");
    });
    REQUIRE(held);
    REQUIRE(*held);
    const auto [server_process, one, two] = **held;
    // The other connection gets the lock of one that is lost, as if it were that one.
    other.run("SELECT pg_terminate_backend(" + std::to_string(server_process) + ")");
    other.run("SELECT pg_advisory_lock(" + std::to_string(one) + ", " + std::to_string(two) + ")");
    CHECK(file.run([](transaction& on) { insert(on, "one"); }));
    CHECK_THROWS(other.run("SELECT 1"));
    CHECK(other.is_lost());
    CHECK(file.run(count) == 1);
}

TEST_CASE("a commit that was cut off does not come behind what is done next", "[.][postgresql]")
{
    auto file = open_as("cut_off_commit");
    connection other(postgresql_server::shared().database("cut_off_commit"), access::read);
    int last = 0; // number of the note whose commit was cut off
    std::future<outcome<void>> cut_off;
    std::future<outcome<std::size_t>> deleted;
    {
        missing_standby standby(other);
        cut_off = std::async(std::launch::async, [&] {
            for (;; ++last) // until the server knows that there should be one
                if (auto done =
                        file.run([&last](transaction& on) { insert(on, std::to_string(last)); });
                    !done)
                    return done;
        });
        const auto first = standby.waiting_process(0);
        while (cut_off.wait_for(10ms) != std::future_status::ready)
            file.writer()->cut_off_if_stuck(0s);
        const auto unknown = cut_off.get();
        REQUIRE_FALSE(unknown);
        CHECK(unknown.error().may_have_happened);
        CHECK_FALSE(unknown.error().unreached);
        CHECK(unknown.error().away);
        deleted = std::async(std::launch::async, [&] {
            return file.run([&last](transaction& on) {
                return on.execute("DELETE FROM notes WHERE id = :id", std::to_string(last));
            });
        });
        standby.waiting_process(first); // the deletion
    }
    CHECK(deleted.get() == 1U); // what was cut off was there by then
    CHECK(file.run(count) == last);
}

TEST_CASE("a password is in no error", "[.][postgresql]")
{
    auto& server = postgresql_server::shared();
    const std::string right = postgresql_server::password_of_careful;
    server.database("careful");
    CHECK(database_file::open(*server_address::parse(server.url("careful", "careful:" + right)),
                              notes));
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"careful:wrong-" + right, "careful"},
        {"nobody_there:" + right, "careful"},
        {"careful:" + right, "no_such_database"}};
    for (const auto& [user, database] : wrong) {
        const auto at = server_address::parse(server.url(database, user));
        REQUIRE(at);
        const auto refused = database_file::open(*at, notes);
        REQUIRE_FALSE(refused);
        CHECK_FALSE(refused.error().contains(right));
        CHECK(refused.error().contains("cannot be used"));
    }
}

TEST_CASE("the language of a server does not order its texts", "[.][postgresql]")
{
    auto& server = postgresql_server::shared();
    std::optional<server_address> at;
    try {
        at =
            server.database("english", "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'");
    } catch (const std::exception&) {
        WARN("this server knows no language"); // before 15, or built without ICU
        return;
    }
    auto file = database_file::open(*at, notes).value();
    const auto ids = file.run([](transaction& on) {
        for (const auto* id : {"b", "a", "B"})
            insert(on, id);
        std::string out;
        for (const auto& [id] : on.select<std::string>("SELECT id FROM notes ORDER BY id"))
            out += id;
        return out;
    });
    CHECK(ids == "Bab");
}

TEST_CASE("a store of SQLite is copied row for row", "[.][postgresql]")
{
    constexpr std::array schema{migration{
        .number = 1,
        .name = "0001_people",
        .text = "CREATE TABLE people (id TEXT PRIMARY KEY, made_by TEXT REFERENCES people (id),\n"
                "    weight DOUBLE PRECISION, born BIGINT);\n"
                "CREATE TABLE visits (who TEXT NOT NULL REFERENCES people (id), place BIGINT,\n"
                "    words TEXT, PRIMARY KEY (who, place));\n"}};
    const e2e::temporary_directory folder;
    auto from = database_file::open(folder.path() / database_name, schema).value();
    REQUIRE(from.run([](transaction& on) {
        const auto person = [&on](const char* id, std::optional<std::string> by) {
            on.execute("INSERT INTO people (id, made_by, weight, born) VALUES (:id, :by, :weight, "
                       ":born)",
                       id, by, 0.1, std::optional<std::int64_t>());
        };
        person("zoe", std::nullopt);
        person("ada", "zoe"); // who is before her by name, and was there before
        for (int place = 0; place < 100; ++place)
            on.execute("INSERT INTO visits (who, place, words) VALUES (:who, :place, :words)",
                       "ada", place, std::string("a\0b ☕", 7));
    }));
    auto to = open_as("copied", schema);
    const auto done = copy_all(from, to);
    INFO((done ? std::string() : done.error()));
    REQUIRE(done);
    CHECK(done->tables == 2);
    CHECK(done->rows == 102);
    const auto rows = [](transaction& on) {
        return on.select<std::string, std::int64_t, std::string>(
            "SELECT who, place, words FROM visits ORDER BY place");
    };
    CHECK(to.run(rows).value() == from.run(rows).value());

    const auto again = copy_all(from, to);
    REQUIRE_FALSE(again);
    CHECK(again.error().contains("has rows already"));
    CHECK(to.run(rows).value().size() == 100);
}

TEST_CASE("a store that cannot be kept as it is is not copied at all", "[.][postgresql]")
{
    const e2e::temporary_directory folder;
    auto from = database_file::open(folder.path() / database_name, notes).value();
    REQUIRE(from.run([](transaction& on) {
        insert(on, "fine");
        insert(on, "\xFF is no UTF-8");
    }));
    auto to = open_as("not_copied");
    const auto refused = copy_all(from, to);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("a text is not UTF-8"));
    CHECK(to.run(count) == 0);
}

} // namespace thimble::service::store::test
