#include "tests/e2e/mcp/mcp_agent.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr std::size_t bytes_of_token = 4;
constexpr std::size_t pixels_of_token = 750;
constexpr int most_swipes = 30;

std::string request_of(const std::string& tool, const json& arguments)
{
    const json meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                    {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    return json{{"jsonrpc", "2.0"},
                {"id", 1},
                {"method", "tools/call"},
                {"params", {{"name", tool}, {"arguments", arguments}, {"_meta", meta}}}}
        .dump();
}

} // namespace

json mcp_agent::attempt(const std::string& tool, const json& arguments)
{
    // Only JSON is taken, so that nothing but the answer comes.
    const auto answer = on_.daemon().api().post("/mcp", request_of(tool, arguments),
                                                {{"Content-Type", "application/json"},
                                                 {"Accept", "application/json"},
                                                 {"MCP-Protocol-Version", "2026-07-28"},
                                                 {"Mcp-Method", "tools/call"},
                                                 {"Mcp-Name", tool}});
    INFO(tool << " " << arguments.dump() << ": " << answer.status << " " << answer.body);
    REQUIRE(answer.status == 200);
    auto result = answer.json().at("result");
    count(result);
    return result;
}

json mcp_agent::call(const std::string& tool, const json& arguments)
{
    const auto result = attempt(tool, arguments);
    INFO(tool << " " << arguments.dump() << ": " << result.dump());
    REQUIRE(result.at("isError") == false);
    auto told = result.at("structuredContent");
    screen_ = told.value("screen", screen_);
    if (const auto frame = told.find("frame_id"); frame != told.end() && frame->is_string())
        frame_id_ = frame->get<std::string>();
    return told;
}

/// The cost of the same look in full is asked for beside it.
void mcp_agent::count(const json& result)
{
    for (const auto& each : result.at("content")) {
        if (each.at("type") == "text")
            spent_.by_tools += each.at("text").get<std::string>().size() / bytes_of_token;
        else
            spent_.by_tools += on_.width() * on_.height() / pixels_of_token;
    }
    const auto tree = on_.get("elements?limit=1000");
    if (tree.status != 200) // of a locked phone, say
        return;
    spent_.by_trees += tree.body.size() / bytes_of_token;
    spent_.by_trees += on_.width() * on_.height() / pixels_of_token;
}

mcp_agent& mcp_agent::bring(const std::string& label)
{
    for (int swipes = 0; swipes < most_swipes && !screen_.contains(label); ++swipes)
        call("swipe", {{"direction", "up"}, {"slow", true}});
    INFO("scrolling to " << label << ": " << screen_);
    REQUIRE(screen_.contains(label));
    return *this;
}

} // namespace thimble::e2e
