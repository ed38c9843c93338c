// The modern era: each request by itself.
#include "tests/mcp/in_process.hpp"

#include <stdexcept>

namespace thimble::mcp::test {

using nlohmann::json;

namespace {

const json can_show_forms{{"elicitation", json::object()}};

/// A tool that waits until it is cancelled, and one that acts after it has asked.
class acting_catalogue : public catalogue {
public:
    features offers() const override { return {.tools = true}; }
    std::vector<tool> tools(const principal& /*who*/) override
    {
        return {named_tool("wait", ""), named_tool("act", ""), named_tool("throw", "")};
    }
    boost::asio::awaitable<outcome<tool_result>>
    call_tool(std::string_view name, const json& /*arguments*/, call& of) override
    {
        if (name == "throw")
            throw std::runtime_error("secret");
        if (name == "act") {
            std::vector<question> all{ask_form("sure", "Sure?", form_of("ok", "boolean"))};
            const auto answered = co_await of.ask(std::move(all));
            if (!answered)
                co_return std::unexpected(answered.error());
            acts += answered->at("sure")["action"] == "accept" ? 1 : 0;
            co_return text_result("done");
        }
        struct until_left {
            int& count;
            ~until_left() { ++count; }
        };
        const until_left mark{left};
        begun = true;
        co_await pause_for(std::chrono::hours(1));
        co_return text_result("too late");
    }

    int acts = 0;
    int left = 0;
    bool begun = false;
};

json accepted_answer_of(const char* key, json content)
{
    return {{key, {{"action", "accept"}, {"content", std::move(content)}}}};
}

} // namespace

TEST_CASE("lists come in the same order, a page at a time", "[mcp]")
{
    in_process in({.name = "fixture", .version = "1", .page_size = 4});
    std::vector<std::string> names;
    json params = json::object();
    while (true) {
        const auto result = in.ask("tools/list", params)["result"];
        CHECK(result["tools"].size() <= 4);
        for (const auto& each : result["tools"])
            names.push_back(each["name"]);
        if (!result.contains("nextCursor"))
            break;
        params["cursor"] = result["nextCursor"];
    }
    const auto all = in.offers.tools({});
    REQUIRE(names.size() == all.size());
    for (std::size_t at = 0; at < all.size(); ++at)
        CHECK(names[at] == all[at].name);
}

TEST_CASE("every result says what it is and whose", "[mcp]")
{
    in_process in;
    for (const auto* method : {"server/discover", "tools/list", "resources/list", "prompts/list",
                               "resources/templates/list"}) {
        const auto result = in.ask(method)["result"];
        CHECK(result["resultType"] == "complete");
        CHECK(result["_meta"][meta::server_info]["name"] == "fixture");
        CHECK(result["ttlMs"] == 300'000);
        CHECK(result["cacheScope"] == "public");
    }
    const auto read = in.ask("resources/read", {{"uri", "test://static-text"}})["result"];
    CHECK(read["cacheScope"] == "private");
    CHECK_FALSE(in.ask("tools/call", {{"name", "test_simple_text"}})["result"].contains("ttlMs"));
}

TEST_CASE("arguments that do not fit are told to the model", "[mcp]")
{
    in_process in;
    const auto answer = in.ask(
        "tools/call", {{"name", "test_structured_content"}, {"arguments", {{"a", "x"}, {"b", 1}}}});
    CHECK(answer["result"]["isError"] == true);
    CHECK(answer["result"]["content"][0]["text"].get<std::string>().find("/a") !=
          std::string::npos);
}

TEST_CASE("an act that has to be confirmed is done once", "[mcp]")
{
    acting_catalogue own;
    in_process in(own);
    const auto first = in.ask("tools/call", {{"name", "act"}}, can_show_forms)["result"];
    CHECK(first["resultType"] == "input_required");
    CHECK(first["inputRequests"]["sure"]["method"] == "elicitation/create");
    CHECK(own.acts == 0);

    json again{{"name", "act"},
               {"inputResponses", accepted_answer_of("sure", {{"ok", true}})},
               {"requestState", first["requestState"]}};
    CHECK(in.ask("tools/call", again, can_show_forms)["result"]["resultType"] == "complete");
    CHECK(own.acts == 1);
    CHECK(in.ask("tools/call", again, can_show_forms)["error"]["code"] == code::invalid_params);
    CHECK(own.acts == 1);
}

TEST_CASE("an answer counts only to what was asked, of whom, and about what", "[mcp]")
{
    acting_catalogue own;
    in_process in(own);
    const auto answer = accepted_answer_of("sure", {{"ok", true}});
    json params{{"name", "act"}, {"inputResponses", answer}};
    CHECK(in.ask("tools/call", params, can_show_forms)["result"]["resultType"] ==
          "input_required"); // it comes in advance

    const auto state = [&] {
        return in.ask("tools/call", {{"name", "act"}}, can_show_forms)["result"]["requestState"];
    };
    params["requestState"] = state();
    CHECK(in.ask("tools/call", params, can_show_forms, "another")["error"]["code"] ==
          code::invalid_params);
    params["requestState"] = state();
    params["arguments"] = {{"more", 1}};
    CHECK(in.ask("tools/call", params, can_show_forms)["error"]["code"] == code::invalid_params);
    params.erase("arguments");
    params["requestState"] = state();
    params["inputResponses"] = accepted_answer_of("sure", {{"ok", "perhaps"}});
    CHECK(in.ask("tools/call", params, can_show_forms)["result"]["resultType"] == "input_required");
    CHECK(own.acts == 0);
}

TEST_CASE("a client that cannot be asked is told what it would need", "[mcp]")
{
    acting_catalogue own;
    in_process in(own);
    const auto why = in.ask("tools/call", {{"name", "act"}})["error"];
    CHECK(why["code"] == code::missing_client_capability);
    CHECK(why["data"]["requiredCapabilities"].contains("elicitation"));
}

TEST_CASE("a cancelled request ends at once and has no answer", "[mcp]")
{
    acting_catalogue own;
    in_process in(own);
    const auto to = in.begin("tools/call", modern_params({{"name", "wait"}}));
    run_until(in.home, [&] { return own.begun; });
    in.served.cancel(in.last);
    run_until(in.home, [&] { return to->over(); });
    CHECK(to->abandoned);
    CHECK(own.left == 1);
}

TEST_CASE("requests of those who are gone end, and give their subscriptions back", "[mcp]")
{
    in_process in({.name = "fixture", .version = "1", .subscriptions = 1});
    const json params = modern_params({{"notifications", json::object()}});
    const auto gone = in.begin("subscriptions/listen", params, "gone");
    const auto others = in.begin("subscriptions/listen", params, "another");
    run_until(in.home, [&] { return !gone->said.empty() && !others->said.empty(); });
    in.served.cancel_where([](const principal& who) { return who.id == "gone"; });
    run_until(in.home, [&] { return gone->over(); });
    CHECK(gone->abandoned);
    CHECK_FALSE(others->over());
    const auto again = in.begin("subscriptions/listen", params, "gone");
    run_until(in.home, [&] { return !again->said.empty(); });
    CHECK_FALSE(again->over());
}

TEST_CASE("what a tool throws is an internal error that says nothing", "[mcp]")
{
    acting_catalogue own;
    in_process in(own);
    const auto answer = in.ask("tools/call", {{"name", "throw"}});
    CHECK(answer["error"]["code"] == code::internal_error);
    CHECK(answer.dump().find("secret") == std::string::npos);
}

TEST_CASE("methods of what is not offered do not exist", "[mcp]")
{
    acting_catalogue own;
    in_process in(own);
    for (const auto* method : {"prompts/list", "resources/read", "completion/complete"})
        CHECK(in.ask(method)["error"]["code"] == code::method_not_found);
}

TEST_CASE("a subscription hears of what it wants, tagged, until the server ends", "[mcp]")
{
    in_process in;
    const auto to = in.begin(
        "subscriptions/listen",
        modern_params({{"notifications",
                        {{"toolsListChanged", true},
                         {"resourceSubscriptions", json::array({"test://watched-resource"})}}}}));
    run_until(in.home, [&] { return !to->said.empty(); });
    CHECK(to->said[0]["method"] == "notifications/subscriptions/acknowledged");
    CHECK(to->said[0]["params"]["notifications"]["toolsListChanged"] == true);
    in.served.tell({.what = change::kind::prompts});
    in.served.tell({.what = change::kind::resource, .uri = "test://other"});
    in.served.tell({.what = change::kind::tools, .account = "another"});
    in.served.tell({.what = change::kind::tools});
    in.served.tell({.what = change::kind::resource, .uri = "test://watched-resource"});
    REQUIRE(to->said.size() == 3);
    CHECK(to->said[1]["method"] == "notifications/tools/list_changed");
    CHECK(to->said[2]["params"]["uri"] == "test://watched-resource");
    for (const auto& each : to->said)
        CHECK(each["params"]["_meta"][meta::subscription_id] == 1);
    in.served.close();
    run_until(in.home, [&] { return to->over(); });
    CHECK((*to->answer)["result"]["_meta"][meta::subscription_id] == 1);
}

TEST_CASE("an account has so many subscriptions and no more", "[mcp]")
{
    in_process in({.name = "fixture", .version = "1", .subscriptions = 1});
    const json params = modern_params({{"notifications", json::object()}});
    const auto first = in.begin("subscriptions/listen", params);
    run_until(in.home, [&] { return !first->said.empty(); });
    const auto second = in.begin("subscriptions/listen", params);
    run_until(in.home, [&] { return second->over(); });
    CHECK(second->answer->contains("error"));
    const auto others = in.begin("subscriptions/listen", params, "another");
    run_until(in.home, [&] { return !others->said.empty(); });
    CHECK_FALSE(others->over());
}

TEST_CASE("logs are told to a request that asks for them, from its level on", "[mcp]")
{
    in_process in;
    auto params = modern_params({{"name", "test_logging_tool"}});
    for (const auto& [level, count] : {std::pair("debug", 1U), {"info", 1U}, {"warning", 0U}}) {
        params["_meta"][meta::log_level] = level;
        const auto to = in.begin("tools/call", params);
        run_until(in.home, [&] { return to->over(); });
        CHECK(to->said.size() == count);
    }
}

} // namespace thimble::mcp::test
