// The trace that an agent of others follows, from a tool to the desktop.
#include "tests/catch2.hpp"
#include "tests/service/mcp_tools/mcp_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr auto client_trace = "0af7651916cd43dd8448eb211c80319c";
constexpr auto client_span = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// A tap by a tool, in a request with this header and this `_meta.traceparent`; empty: without.
reply traced_tap(with_agent& on, const std::string& header, const std::string& own)
{
    auto fields = mcp_client::fields_for("tools/call", "tap");
    if (!header.empty())
        fields["traceparent"] = header;
    json params{{"name", "tap"}, {"arguments", {{"selector", "Save 3"}}}};
    if (!own.empty())
        params["_meta"]["traceparent"] = own;
    return on.client.connection().ask("POST", "/mcp", fields,
                                      mcp_client::body_of("tools/call", std::move(params)));
}

} // namespace

TEST_CASE("what a tool does follows the trace of the request that it was called in", "[mcp]")
{
    with_agent on;
    REQUIRE(traced_tap(on, client_span, "").status == 200);
    const auto sent = on.last_act();
    REQUIRE(sent.trace);
    CHECK(sent.trace->trace_id() == client_trace);
    CHECK(sent.trace->parent_id() != "b7ad6b7169203331");
    CHECK(on.running.logs("job=" + sent.job_id + " trace=" + client_trace));
}

TEST_CASE("what a tool does follows the trace of the call itself, where it has one", "[mcp]")
{
    with_agent on;
    REQUIRE(traced_tap(on, "00-11111111111111111111111111111111-b7ad6b7169203331-01", client_span)
                .status == 200);
    REQUIRE(on.last_act().trace);
    CHECK(on.last_act().trace->trace_id() == client_trace);
    REQUIRE(traced_tap(on, "", client_span).status == 200);
    REQUIRE(on.last_act().trace);
    CHECK(on.last_act().trace->trace_id() == client_trace);
}

TEST_CASE("a tool that is called without a trace, or with a malformed one, follows none", "[mcp]")
{
    with_agent on;
    REQUIRE(traced_tap(on, "", "").status == 200);
    CHECK_FALSE(on.last_act().trace);
    REQUIRE(traced_tap(on, "planted", "planted").status == 200);
    CHECK_FALSE(on.last_act().trace);
    CHECK(on.acts() == 2);
    CHECK_FALSE(on.running.logged().contains("planted"));
}

} // namespace thimble::service::test
