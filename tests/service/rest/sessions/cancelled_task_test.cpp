// A task of MCP that is cancelled before anybody knows its session's id.
#include "store/connection.hpp"
#include "store/database_file.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/mcp_tools/mcp_client.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("a task that is cancelled while it begins is stopped", "[sessions]")
{
    with_agent on;
    store::connection other(on.running.state_dir() / store::database_name, store::access::write);
    other.begin(store::access::write); // the session is not written down while this lasts
    mcp_client leaving(on.running.port());
    leaving.send_call("run_task", {{"instruction", "Set an alarm"}}, json::object());
    REQUIRE(on.running.logs("route=/v1/phones "));
    leaving.connection().close();
    REQUIRE(on.running.logs("route=/mcp "));
    other.commit();
    REQUIRE(on.running.logs("route=/v1/sessions "));
    // On a machine that is very slow the store has given up by now, and there is none.
    CHECK(e2e::eventually(std::chrono::seconds(5), [&] {
        const auto all = on.client.get("/v1/sessions").json().at("sessions");
        return all.empty() || all.at(0).at("status") == "killed";
    }));
}

} // namespace thimble::service::test
