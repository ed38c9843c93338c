// thimble-service on a disk without room.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_limits.hpp"
#include "tests/e2e/service_program.hpp"

namespace thimble::e2e {

TEST_CASE("on a full disk thimble-service refuses what it cannot keep, and lives", "[e2e]")
{
    service_program service;
    const auto api = service.client_of("ada");
    const auto make_key = [&] { return api.post("/v1/keys", R"({"name": "one"})"); };
    CHECK(make_key().status == 201);
    const auto known = api.get("/v1/keys").json();

    limit_files(service.process(), 10); // bytes
    const auto refused = make_key();
    INFO(refused.body);
    CHECK(refused.status == 500);
    CHECK(refused.json().at("error") == "INTERNAL_ERROR");
    CHECK(api.get("/v1/keys").json() == known);
    CHECK(api.get("/healthz").status == 200);
    CHECK(api.get("/readyz").status == 200); // whoever only reads is served

    allow_files(service.process());
    const auto made = make_key();
    REQUIRE(made.status == 201);
    const auto keys = api.get("/v1/keys").json();
    CHECK(keys.size() == known.size() + 1);
    CHECK(service.process().interrupt(5s)->code == 0);
    const service_program again({}, service.state());
    const http_client later(again.port(), {{"X-API-Key", made.json().at("key")}});
    CHECK(later.get("/v1/keys").json().size() == keys.size());
}

} // namespace thimble::e2e
