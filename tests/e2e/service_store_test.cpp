// thimble-service on PostgreSQL: moved there, started there, and its password kept to itself.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/store/postgresql_server.hpp"

#include <fstream>

namespace thimble::e2e {

namespace {

using service::store::test::postgresql_server;

std::string url_with_password(const std::string& database)
{
    auto& server = postgresql_server::shared();
    server.database(database);
    return server.url(database, std::string("careful:") + postgresql_server::password_of_careful);
}

bool tells_password(const std::string& text)
{
    return text.contains(postgresql_server::password_of_careful);
}

run_result
run_with_store(const temporary_directory& state, const std::string& url, const arguments& command)
{
    arguments words{"--state-dir", state.path().string(), "admin"};
    words.insert(words.end(), command.begin(), command.end());
    return run("thimble-service", words,
               {{"THIMBLE_STORE", url}, {"XDG_CONFIG_HOME", (state.path() / "config").string()}});
}

} // namespace

TEST_CASE("a service goes on with PostgreSQL where it was with SQLite", "[e2e]")
{
    const auto url = url_with_password("moved");
    const auto state = std::make_shared<temporary_directory>();
    std::string key;
    {
        service_program before({}, state);
        key = before.key_of("ada");
        const auto meanwhile = run_with_store(*state, url, {"store", "copy"});
        CHECK(meanwhile.code == 73); // the service has the state directory
        CHECK(before.process().interrupt(10s)->code == 0);
    }
    const auto copied = run_with_store(*state, url, {"store", "copy"});
    INFO(copied.errors);
    REQUIRE(copied.code == 0);
    CHECK(copied.output.contains("each was read back and compared"));
    CHECK_FALSE(tells_password(copied.output + copied.errors));
    CHECK(run_with_store(*state, url, {"store", "copy"}).code == 1); // it has rows already

    service_program after({}, state, 0, {{"THIMBLE_STORE", url}});
    const http_client client(after.port(), {{"X-API-Key", key}});
    CHECK(client.get("/v1/phones").status == 200);
    CHECK_FALSE(tells_password(after.process().command_line()));
    CHECK_FALSE(tells_password(after.process().output() + after.process().errors()));
    CHECK(after.process().errors().contains("postgresql://"));
}

TEST_CASE("operators reach a service wherever it keeps its accounts", "[e2e]")
{
    const auto state = std::make_shared<temporary_directory>();
    const auto ask = [&state] { return run_admin(*state, {"account", "list"}); };
    {
        service_program running({}, state, 0, {{"THIMBLE_STORE", url_with_password("elsewhere")}});
        running.key_of("ada");
        const auto listed = ask();
        INFO(listed.errors);
        CHECK(listed.code == 0);
        CHECK(listed.output.contains("\tada\t"));
        CHECK(running.process().interrupt(10s)->code == 0);
    }
    CHECK(ask().code == 73); // and makes no other database there
    CHECK_FALSE(std::filesystem::exists(state->path() / "thimble.db"));
}

TEST_CASE("operators work on a database that no service has", "[e2e]")
{
    const auto url = url_with_password("alone");
    const temporary_directory state;
    const auto made = run_with_store(state, url, {"account", "create", "ada"});
    INFO(made.errors);
    CHECK(made.code == 0);
    CHECK(run_with_store(state, url, {"account", "create", "ada"}).code != 0); // there is one
}

TEST_CASE("a store that is none, or has its password on the command line, is refused", "[e2e]")
{
    const temporary_directory state;
    const auto refused = [&](const std::string& url) {
        return run("thimble-service", {"--state-dir", state.path().string(), "--store", url});
    };
    const auto shown = refused("postgresql://ada:not-to-be-seen@db.example/thimble");
    CHECK(shown.code == 2);
    CHECK(shown.errors.contains("PGPASSFILE"));
    CHECK_FALSE(tells_password(shown.errors));
    const auto other = refused("mysql://ada:not-to-be-seen@db.example/thimble");
    CHECK(other.code == 2);
    CHECK(other.errors.contains("postgresql://HOST/DATABASE"));
    CHECK_FALSE(tells_password(other.errors));
    const auto away = run_with_store(state, "postgresql://ada:not-to-be-seen@127.0.0.1:1/thimble",
                                     {"key", "list"});
    CHECK(away.code == 73);
    CHECK(away.errors.contains("postgresql://127.0.0.1:1/thimble"));
    CHECK_FALSE(tells_password(away.errors));
}

TEST_CASE("a file with the password of the store is private", "[e2e]")
{
    const temporary_directory state;
    const auto config = state.path() / "service.toml";
    std::ofstream(config) << "[service]\nstore = "
                             "\"postgresql://ada:not-to-be-seen@127.0.0.1:1/thimble\"\n";
    const auto started = [&] {
        return run("thimble-service",
                   {"--state-dir", (state.path() / "state").string(), "--config", config.string()});
    };
    using std::filesystem::perms;
    std::filesystem::permissions(config, perms::owner_read | perms::others_read);
    const auto open = started();
    CHECK(open.code == 78);
    CHECK(open.errors.contains("chmod o-r"));
    std::filesystem::permissions(config, perms::owner_read);
    const auto closed = started();
    CHECK(closed.code == 73); // nobody is there
    CHECK_FALSE(tells_password(open.errors + closed.errors));
}

} // namespace thimble::e2e
