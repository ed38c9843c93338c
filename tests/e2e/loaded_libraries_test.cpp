// Libraries that a program has loaded: those of PostgreSQL and NATS only where they are asked for.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <filesystem>

namespace thimble::e2e {

namespace {

/// Files that the process has mapped; empty where the system does not tell.
std::string mapped_by(const program& process)
{
    return content_of("/proc/" + std::to_string(process.pid()) + "/maps");
}

void check_libraries_of_one_node(const std::string& mapped)
{
    if (!std::filesystem::exists("/proc/self/maps")) // not Linux
        return;
    CHECK(mapped.contains("libsqlite3"));
    for (const auto* const library : {"libnats", "libpq", "libsoci_postgresql"}) {
        INFO(library);
        CHECK_FALSE(mapped.contains(library));
    }
}

} // namespace

TEST_CASE("a service alone with SQLite has loaded nothing of NATS or PostgreSQL", "[e2e]")
{
    service_program service;
    CHECK(service.client_of("ada").get("/v1/phones").status == 200);
    check_libraries_of_one_node(mapped_by(service.process()));
}

TEST_CASE("thimbled --local has loaded nothing of NATS or PostgreSQL", "[e2e]")
{
    const virtual_phones phones;
    thimble_system daemon(phones, std::make_shared<household>(), {}, arrangement::local);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    CHECK(daemon.api().get("/v1/screenshot").status == 200);
    check_libraries_of_one_node(mapped_by(daemon.process()));
}

} // namespace thimble::e2e
