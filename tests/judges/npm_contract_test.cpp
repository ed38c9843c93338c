// A linter from the npm registry accepts the OpenAPI document as the service gives it.
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::judges {

TEST_CASE("an OpenAPI linter finds nothing wrong with the contract", "[judges]")
{
    service::test::running_service running;
    const auto url = "http://127.0.0.1:" + std::to_string(running.port()) + "/openapi.json";
    const auto judged = e2e::run("node", {THIMBLE_JUDGES_DIR "/openapi.mjs", url}, {});
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
}

} // namespace thimble::judges
