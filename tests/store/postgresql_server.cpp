#include "tests/store/postgresql_server.hpp"

#include "store/connection.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/store/server_user.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::store::test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

std::vector<fs::path> folders_with_programs()
{
    std::vector<fs::path> out;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    if (const char* const given = std::getenv("THIMBLE_TEST_POSTGRESQL"))
        return {given};
    for (const auto* const above : {"/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"}) {
        std::error_code none;
        for (const auto& each : fs::directory_iterator(above, none))
            if (std::string_view(above).starts_with("/usr/lib") ||
                each.path().filename().string().starts_with("postgresql"))
                out.push_back(each.path() / "bin");
    }
    std::ranges::sort(out, std::greater()); // the newest first
    return out;
}

/// As it stands in a URL.
std::string escaped(std::string text)
{
    for (auto slash = text.find('/'); slash != std::string::npos; slash = text.find('/'))
        text.replace(slash, 1, "%2F");
    return text;
}

} // namespace

std::optional<fs::path> postgresql_server::installed()
{
    for (const auto& each : folders_with_programs())
        if (fs::exists(each / "postgres") && fs::exists(each / "initdb"))
            return each;
    return std::nullopt;
}

postgresql_server& postgresql_server::shared()
{
    const auto programs = installed();
    if (!programs) {
        std::cout << "The server of PostgreSQL is not installed: skipped (scripts/setup)"
                  << std::endl;
        std::exit(0); // NOLINT(concurrency-mt-unsafe): no other thread runs yet
    }
    static postgresql_server only(*programs);
    return only;
}

postgresql_server::postgresql_server(fs::path programs) : programs_(std::move(programs))
{
    give_to_server_user(folder_.path());
    const auto data = folder_.path() / "data";
    const auto [program, words] =
        as_server_user(folder_.path(), programs_ / "initdb",
                       {"--pgdata", data.string(), "--username", owner, "--auth=trust",
                        "--encoding=UTF8", "--locale=C", "--no-sync"});
    const auto made = e2e::run(program, words, {}, 120s);
    if (made.code != 0)
        throw std::runtime_error("initdb: " + made.errors);
    std::ofstream(data / "pg_hba.conf") << "local all careful scram-sha-256\nlocal all all trust\n";
    start();
    connection on(*server_address::parse(url("postgres")), access::write);
    on.run("CREATE ROLE careful LOGIN SUPERUSER PASSWORD '" + std::string(password_of_careful) +
           "'");
}

postgresql_server::~postgresql_server()
{
    stop();
}

void postgresql_server::start()
{
    const auto [program, words] = as_server_user(
        folder_.path(), programs_ / "postgres",
        {"-D", (folder_.path() / "data").string(), "-F", "-k", folder_.path().string(), "-c",
         "listen_addresses=", "-c", "shared_buffers=16MB", "-c", "max_connections=60", "-c",
         "min_wal_size=32MB", "-c", "max_wal_size=64MB"});
    running_ = std::make_unique<e2e::program>(program, words);
    const auto at = *server_address::parse(url("postgres"));
    const bool there = e2e::eventually(60s, [&] {
        try {
            connection(at, access::read).run("SELECT 1");
            return true;
        } catch (const std::exception&) {
            return false;
        }
    });
    if (!there)
        throw std::runtime_error("PostgreSQL does not start: " + running_->errors());
}

void postgresql_server::stop()
{
    if (running_)
        running_->interrupt(60s); // which cuts its connections; the other signal waits for them
    running_.reset();
}

server_address postgresql_server::database(const std::string& name, const std::string& more)
{
    if (made_.insert(name).second) {
        connection on(*server_address::parse(url("postgres")), access::write);
        on.run("SET statement_timeout = 0");
        on.run("CREATE DATABASE \"" + name + "\" " + more);
    }
    return *server_address::parse(url(name));
}

void postgresql_server::drop(const std::string& name)
{
    if (made_.erase(name) == 0)
        return;
    connection on(*server_address::parse(url("postgres")), access::write);
    on.run("SET statement_timeout = 0");
    on.run("DROP DATABASE \"" + name + "\" WITH (FORCE)");
}

std::string postgresql_server::url(const std::string& name, const std::string& user) const
{
    return "postgresql://" + user + "@" + escaped(folder_.path().string()) + "/" + name;
}

} // namespace thimble::service::store::test
