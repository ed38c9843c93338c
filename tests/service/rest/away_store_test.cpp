// A store on a server that is away for a while: new work is refused with 503, and done afterwards.
#include "store/transaction.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"
#include "tests/store/postgresql_server.hpp"
#include "text/uuid.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <future>
#include <string>
#include <sys/types.h>
#include <vector>

namespace thimble::service::test {

namespace {

using namespace std::chrono_literals;
using store::test::postgresql_server;

/// To the database that every server has: nobody else's connection counts among those of a test.
store::connection beside(const postgresql_server& server)
{
    return {*store::server_address::parse(server.url("postgres")), store::access::read};
}

/// The server's ends of all connections to a database stand still until this goes.
class silent_connections {
public:
    silent_connections(const postgresql_server& server, const std::string& database)
    {
        auto other = beside(server);
        for (const auto& [process] : store::transaction(other).select<std::int64_t>(
                 "SELECT CAST(pid AS BIGINT) FROM pg_stat_activity WHERE datname = :name "
                 "AND backend_type = 'client backend'",
                 database))
            stopped_.push_back(static_cast<pid_t>(process));
        for (const auto each : stopped_)
            ::kill(each, SIGSTOP);
    }
    silent_connections(const silent_connections&) = delete;
    silent_connections& operator=(const silent_connections&) = delete;
    ~silent_connections()
    {
        for (const auto each : stopped_)
            ::kill(each, SIGCONT);
    }

    std::size_t count() const { return stopped_.size(); }

private:
    std::vector<pid_t> stopped_;
};

/// No commit is answered until this goes: the server waits for a standby that is not there.
class awaited_standby {
public:
    explicit awaited_standby(const postgresql_server& server) : through_(beside(server))
    {
        through_.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        through_.run("SELECT pg_reload_conf()");
    }
    awaited_standby(const awaited_standby&) = delete;
    awaited_standby& operator=(const awaited_standby&) = delete;
    ~awaited_standby()
    {
        try {
            through_.run("ALTER SYSTEM RESET synchronous_standby_names");
            through_.run("SELECT pg_reload_conf()");
        } catch (const std::exception& problem) {
            WARN("the server waits for a standby from now on: " << problem.what());
        }
    }

private:
    store::connection through_;
};

/// A service with a phone, and its store on that server.
struct service_on_server {
    explicit service_on_server(const std::string& database)
        : running({}, 2s, [&](server_options& given) {
              given.database =
                  store::database_file::open(postgresql_server::shared().database(database))
                      .value();
          })
    {
        running.attach(phone("udid-1"));
    }

    reply tap(const headers& more = {}) const
    {
        return http_client(running.port()).post("/v1/tap", R"({"x": 1, "y": 2})", more);
    }

    reply make_key(const std::string& name) const
    {
        return http_client(running.port()).post("/v1/keys", R"({"name": ")" + name + R"("})");
    }

    std::size_t taps() { return running.seen().received.size(); }

    bool does_all_again()
    {
        const auto before = taps();
        return e2e::eventually(60s, [&] { return tap().status == 200; }) && taps() == before + 1 &&
               make_key("later").status == 201;
    }

    running_service running;
};

void check_refused_for_now(const reply& answer)
{
    CAPTURE(answer.body);
    CHECK(answer.status == 503);
    CHECK(answer.error() == "STORE_UNAVAILABLE");
    CHECK(answer.field("retry-after") == "1");
}

} // namespace

TEST_CASE("while the server of the store is silent, new work is refused for now", "[.][postgresql]")
{
    service_on_server on("silent_service");
    CHECK(on.tap().status == 200);
    reply tapped;
    reply made;
    reply read;
    {
        const silent_connections silent(postgresql_server::shared(), "silent_service");
        REQUIRE(silent.count() == 3); // a writer and two readers
        const auto began = std::chrono::steady_clock::now();
        auto tapping = std::async(std::launch::async, [&on] { return on.tap(); });
        auto reading = std::async(std::launch::async, [&on] {
            return http_client(on.running.port()).get("/v1/jobs/" + random_uuid());
        });
        made = on.make_key("meanwhile");
        tapped = tapping.get();
        read = reading.get();
        CHECK(std::chrono::steady_clock::now() - began < 10s * e2e::slowdown());
    }
    check_refused_for_now(read);
    check_refused_for_now(tapped);
    CHECK(tapped.json().at("context").at("outcome") == "not_sent");
    check_refused_for_now(made);
    CHECK(made.json().at("context").at("reason") == "not_in_time");
    CHECK(made.json().at("message").get<std::string>().contains("may have been done"));
    CHECK(on.taps() == 1);
    CHECK(on.does_all_again());
}

TEST_CASE("while the server of the store is stopped, new work is refused for now",
          "[.][postgresql]")
{
    service_on_server on("stopped_service");
    auto& server = postgresql_server::shared();
    server.stop();
    check_refused_for_now(on.tap());
    check_refused_for_now(on.make_key("meanwhile"));
    CHECK(on.taps() == 0);
    server.start();
    CHECK(on.does_all_again());
}

TEST_CASE("without its standby, what is refused is done once when it comes again",
          "[.][postgresql]")
{
    service_on_server on("lonely_service");
    std::size_t done = 0;
    headers with_key;
    {
        const awaited_standby nobody(postgresql_server::shared());
        reply answer;
        do { // until the server knows that there should be one
            with_key = {{"Idempotency-Key", "order-" + std::to_string(done)}};
            answer = on.tap(with_key);
            if (answer.status == 200)
                ++done;
        } while (answer.status == 200);
        check_refused_for_now(answer);
        CHECK(answer.json().at("context").at("outcome") == "not_sent");
        check_refused_for_now(on.make_key("meanwhile"));
    }
    CHECK(on.taps() == done);
    REQUIRE(e2e::eventually(60s, [&] { return on.tap(with_key).status == 200; }));
    CHECK(on.tap(with_key).status == 200);
    CHECK(on.taps() == done + 1);
    CHECK(on.does_all_again());
}

} // namespace thimble::service::test
