#include "tests/e2e/mcp/mcp_agent.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr std::size_t bytes_of_token = 4;
constexpr std::size_t pixels_of_token = 750;
constexpr int most_swipes = 30;

json params_of(const std::string& tool, const json& arguments, const json& capabilities)
{
    const json meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                    {"io.modelcontextprotocol/clientCapabilities", capabilities}};
    return {{"name", tool}, {"arguments", arguments}, {"_meta", meta}};
}

std::string request_with(const json& params)
{
    return json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", params}}.dump();
}

} // namespace

json mcp_agent::post(const std::string& tool, const json& params)
{
    // Only JSON is taken, so that nothing but the answer comes.
    const auto answer = on_.daemon().api().post("/mcp", request_with(params),
                                                {{"Content-Type", "application/json"},
                                                 {"Accept", "application/json"},
                                                 {"MCP-Protocol-Version", "2026-07-28"},
                                                 {"Mcp-Method", "tools/call"},
                                                 {"Mcp-Name", tool}});
    INFO(tool << " " << params.dump() << ": " << answer.status << " " << answer.body);
    REQUIRE(answer.status == 200);
    return answer.json().at("result");
}

json mcp_agent::attempt(const std::string& tool, const json& arguments)
{
    auto result = post(tool, params_of(tool, arguments, json::object()));
    count(result);
    return result;
}

std::pair<std::string, json> mcp_agent::attempt_asking(const std::string& tool,
                                                       const json& arguments)
{
    auto params = params_of(tool, arguments, {{"elicitation", json::object()}});
    const auto question = post(tool, params);
    INFO(question.dump());
    REQUIRE(question.at("resultType") == "input_required");
    const auto& asked = question.at("inputRequests");
    REQUIRE(asked.size() == 1);
    params["inputResponses"] = {
        {asked.begin().key(), {{"action", "accept"}, {"content", {{"agree", true}}}}}};
    params["requestState"] = question.at("requestState");
    auto result = post(tool, params);
    count(result);
    return {asked.begin()->at("params").at("message"), std::move(result)};
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

bool mcp_agent::finds(const std::string& label)
{
    const auto found = attempt("find", {{"selector", label}});
    return found.at("isError") == false &&
           found.at("structuredContent").at("element").at("label") == label;
}

mcp_agent& mcp_agent::bring_and_look(const std::string& label)
{
    bool there = finds(label);
    for (int swipes = 0; swipes < most_swipes && !there; ++swipes) {
        call("swipe", {{"direction", "up"}});
        there = finds(label);
    }
    INFO("scrolling to " << label << ": " << screen_);
    REQUIRE(there);
    return *this;
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
