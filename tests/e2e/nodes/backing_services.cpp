#include "tests/e2e/nodes/backing_services.hpp"

#include "tests/e2e/nodes/haproxy.hpp"
#include "tests/store/postgresql_server.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <stdexcept>

namespace thimble::e2e {

namespace {

namespace fs = std::filesystem;

using service::bus::test::nats_server;
using service::store::test::postgresql_server;

constexpr std::size_t bytes_of_key = 32;
constexpr auto* key_name = "master.key";

std::string next_database()
{
    static std::atomic<int> made = 0;
    return "nodes_" + std::to_string(made++);
}

} // namespace

std::vector<std::string> missing_for_nodes()
{
    std::vector<std::string> out;
    if (!postgresql_server::installed())
        out.emplace_back("PostgreSQL");
    if (!nats_server::installed())
        out.emplace_back("nats-server");
    if (!haproxy::installed())
        out.emplace_back("HAProxy");
    return out;
}

void require_programs_for_nodes()
{
    const auto missing = missing_for_nodes();
    if (missing.empty())
        return;
    for (const auto& each : missing)
        std::cout << each << " is not installed: skipped (scripts/setup)" << std::endl;
    std::exit(0); // NOLINT(concurrency-mt-unsafe): no other thread runs yet
}

void write_master_key(const fs::path& file)
{
    std::random_device random;
    std::uniform_int_distribution<int> any(0, 255);
    std::string bytes;
    while (bytes.size() < bytes_of_key)
        bytes += static_cast<char>(any(random));
    std::ofstream out(file, std::ios::binary);
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    out << bytes;
}

backing_services::backing_services()
    : database_(next_database()), nats_(nats_server::installed().value())
{
    postgresql_server::shared().database(database_);
    write_master_key(folder_.path() / key_name);
}

backing_services::~backing_services()
{
    postgresql_server::shared().drop(database_);
}

std::string backing_services::store() const
{
    return postgresql_server::shared().url(database_);
}

std::string backing_services::content() const
{
    const auto programs = postgresql_server::installed().value();
    const auto dumped = run((programs / "pg_dump").string(), {"--dbname", store()});
    if (dumped.code != 0)
        throw std::runtime_error("the store cannot be read: " + dumped.errors);
    return dumped.output;
}

environment backing_services::variables() const
{
    return {{"THIMBLE_STORE", store()},
            {"THIMBLE_NATS", nats_.url()},
            {"THIMBLE_MASTER_KEY_FILE", (folder_.path() / key_name).string()}};
}

} // namespace thimble::e2e
