// The trace that a call follows, in either era.
#include "mcp/http/headers.hpp"
#include "tests/mcp/in_process.hpp"

namespace thimble::mcp::test {

using nlohmann::json;
using service::trace_context;

namespace {

constexpr auto of_client = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr auto of_transport = "00-11111111111111111111111111111111-b7ad6b7169203331-01";

/// One tool, which says what trace it follows.
class following_catalogue : public catalogue {
public:
    features offers() const override { return {.tools = true}; }
    std::vector<tool> tools(const principal& /*who*/) override
    {
        return {named_tool("follow", "")};
    }
    boost::asio::awaitable<outcome<tool_result>>
    call_tool(std::string_view /*name*/, const json& /*arguments*/, call& of) override
    {
        followed = of.trace() ? std::string(of.trace()->text()) : std::string("none");
        co_return text_result("done");
    }

    std::string followed;
};

json call_with(const json& traceparent)
{
    json params{{"name", "follow"}, {"_meta", modern_meta()}};
    if (!traceparent.is_null())
        params["_meta"]["traceparent"] = traceparent;
    return params;
}

struct followed_calls {
    /// Trace of a call with this `_meta.traceparent`, in a request that has brought that one.
    std::string modern(const json& own, const char* brought = nullptr)
    {
        return run(own, brought, [this](request what, auto to) {
            in.served.begin(std::move(what), {.id = "someone"}, std::move(to));
        });
    }

    std::string legacy(const json& own, const char* brought = nullptr)
    {
        return run(own, brought, [this](request what, auto to) {
            session->take(std::move(what), std::move(to));
        });
    }

    template <class Begin>
    std::string run(const json& own, const char* brought, const Begin& begin)
    {
        offers.followed.clear();
        const auto to = std::make_shared<recording_outlet>();
        begin(request{.id = ++in.ids,
                      .method = "tools/call",
                      .params = call_with(own),
                      .trace = brought ? trace_context::parse(brought) : std::nullopt},
              to);
        run_until(in.home, [&] { return to->over(); });
        return offers.followed;
    }

    following_catalogue offers;
    in_process in{offers};
    std::shared_ptr<mcp::session> session = in.open("2025-06-18");
};

} // namespace

TEST_CASE("a call follows the trace of its metadata, else that of what has brought it", "[mcp]")
{
    followed_calls calls;
    CHECK(calls.modern(of_client) == of_client);
    CHECK(calls.modern(of_client, of_transport) == of_client);
    CHECK(calls.modern(nullptr, of_transport) == of_transport);
    CHECK(calls.modern(nullptr) == "none");
    CHECK(calls.legacy(of_client) == of_client);
    CHECK(calls.legacy(of_client, of_transport) == of_client);
    CHECK(calls.legacy(nullptr, of_transport) == of_transport);
    CHECK(calls.legacy(nullptr) == "none");
}

TEST_CASE("a trace in metadata that is malformed is passed over", "[mcp]")
{
    followed_calls calls;
    for (const json& wrong : {json(7), json(""), json("planted"), json::array({of_client}),
                              json("00-00000000000000000000000000000000-b7ad6b7169203331-01")}) {
        INFO(wrong.dump());
        CHECK(calls.modern(wrong) == "none");
        CHECK(calls.modern(wrong, of_transport) == of_transport);
        CHECK(calls.legacy(wrong) == "none");
    }
}

TEST_CASE("a trace in a header counts where it is there once", "[mcp]")
{
    service::http::request what;
    CHECK_FALSE(mcp::http::trace_in(what));
    what.head.insert("TraceParent", of_client);
    REQUIRE(mcp::http::trace_in(what));
    CHECK(mcp::http::trace_in(what)->text() == of_client);
    what.head.insert("traceparent", of_transport);
    CHECK_FALSE(mcp::http::trace_in(what));
}

} // namespace thimble::mcp::test
