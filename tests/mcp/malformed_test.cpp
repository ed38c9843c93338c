// Five hundred and more kinds of malformed messages, made by damaging a sound one in every place,
// each of which ends in the right error.
#include "mcp/json_rpc.hpp"
#include "tests/catch2.hpp"
#include "tests/mcp/in_process.hpp"

#include <set>
#include <string>
#include <vector>

namespace thimble::mcp::test {

namespace {

using nlohmann::json;

struct malformed {
    std::string text;
    int code;
    bool answered = true; // else it would be an answer to an answer
};

json sound_request()
{
    return {{"jsonrpc", "2.0"},
            {"id", 7},
            {"method", "tools/call"},
            {"params", modern_params({{"name", "test_structured_content"},
                                      {"arguments", {{"a", 1}, {"b", 2}}}})}};
}

/// One of each kind of JSON.
std::vector<json> odd_values()
{
    return {nullptr,
            true,
            false,
            0,
            1,
            -1,
            1.5,
            1e300,
            "",
            "x",
            "2.0",
            json::array(),
            json::array({1}),
            json::object(),
            json{{"a", 1}}};
}

std::string with_member(const char* pointer, const json& value)
{
    auto out = sound_request();
    out[json::json_pointer(pointer)] = value;
    return out.dump();
}

std::string without_member(const char* pointer)
{
    auto out = sound_request();
    const json::json_pointer at(pointer);
    out[at.parent_pointer()].erase(at.back());
    return out.dump();
}

/// Everything that is no JSON: the sound text cut off anywhere, or with an odd byte in it.
void add_broken_texts(std::vector<malformed>& to)
{
    const auto sound = sound_request().dump();
    for (std::size_t length = 0; length < sound.size(); ++length)
        to.push_back({sound.substr(0, length), code::parse_error});
    for (std::size_t at = 0; at < sound.size(); at += 3) {
        for (const auto byte : {'\x01', '\xff', '\0'}) {
            auto text = sound;
            text.insert(at, 1, byte);
            to.push_back({std::move(text), code::parse_error});
        }
    }
    to.push_back({sound + std::string("\0x", 2), code::parse_error});
    to.push_back({sound + std::string(1, '\0'), code::parse_error});
    for (const auto* after : {"}", "]", ",", "1", "null", "{}", "\"", "//", "/**/", "\xef\xbb\xbf"})
        to.push_back({sound + after, code::parse_error});
    for (const auto* text :
         {"{'jsonrpc':'2.0'}", "{jsonrpc:\"2.0\"}", "{\"a\":1,}", "[1,]", "NaN", "Infinity", "01",
          "+1", ".5", "1.", "0x10", "True", "undefined", "\"\\x\"", "\"\\ud800\"", "\"\t\"",
          R"({"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"})",
          R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})",
          R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":1}})"})
        to.push_back({text, code::parse_error});
    for (const auto depth : {65, 100, 1000, 100'000})
        to.push_back({std::string(static_cast<std::size_t>(depth), '['), code::parse_error});
}

/// JSON that is no message.
void add_odd_messages(std::vector<malformed>& to)
{
    for (const auto& each : odd_values()) {
        if (!each.is_array())
            to.push_back({each.dump(), code::invalid_request});
        if (each != "2.0")
            to.push_back({with_member("/jsonrpc", each), code::invalid_request});
        if (!each.is_string() && !each.is_number_integer())
            to.push_back({with_member("/id", each), code::invalid_request});
        if (!each.is_string() || each == "")
            to.push_back({with_member("/method", each), code::invalid_request});
        if (!each.is_object())
            to.push_back({with_member("/params", each),
                          each.is_array() ? code::invalid_params : code::invalid_request});
        to.push_back({with_member("/result", each), code::invalid_request});
        to.push_back({with_member("/error", each), code::invalid_request});
    }
    for (const auto* each : {"/jsonrpc", "/method"})
        to.push_back({without_member(each), code::invalid_request});
    for (const auto* id : {"9223372036854775808", "-9223372036854775809", "1e2", "1.0", "0.5"})
        to.push_back({R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}",
                      code::invalid_request});
    for (const auto length : {257, 1000, 100'000}) {
        const std::string text(static_cast<std::size_t>(length), 'x');
        to.push_back({with_member("/id", text), code::invalid_request});
        to.push_back({with_member("/method", text), code::invalid_request});
    }
    to.push_back({std::string(2'000'000, ' '), code::invalid_request});
    to.push_back({"[]", code::invalid_request});
    std::string many = "[0";
    for (int count = 1; count <= 64; ++count)
        many += ",0";
    to.push_back({many + "]", code::invalid_request});
}

/// Responses that answer nothing.
void add_odd_responses(std::vector<malformed>& to)
{
    const auto response = [&](json what) {
        what["jsonrpc"] = "2.0";
        to.push_back({what.dump(), code::invalid_request, false});
    };
    for (const auto& each : odd_values()) {
        if (!each.is_object())
            response({{"id", 1}, {"result", each}});
        if (!each.is_string() && !each.is_number_integer()) {
            response({{"id", each}, {"result", json::object()}});
            response({{"id", each}, {"error", {{"code", 1}, {"message", "x"}}}});
        }
        response({{"id", 1}, {"result", json::object()}, {"error", each}});
    }
    response({{"result", json::object()}});
    response({{"error", {{"code", 1}, {"message", "x"}}}});
}

/// Messages whose parameters are not what their method needs.
void add_odd_parameters(std::vector<malformed>& to)
{
    for (const auto& each : odd_values()) {
        if (!each.is_object()) {
            to.push_back({with_member("/params/_meta", each), code::invalid_params});
            to.push_back({with_member("/params/arguments", each), code::invalid_params});
            to.push_back({with_member("/params/inputResponses", each), code::invalid_params});
        }
        to.push_back({with_member("/params/name", each), code::invalid_params});
        to.push_back({with_member("/params/requestState", each), code::invalid_params});
    }
    to.push_back({without_member("/params"), code::invalid_params});
    to.push_back({without_member("/params/name"), code::invalid_params});
    to.push_back({without_member("/params/_meta"), code::invalid_params});
}

void set_meta(json& of, const char* name, const json& value)
{
    of["params"]["_meta"][name] = value;
}

void add_odd_envelopes(std::vector<malformed>& to)
{
    for (const auto& each : odd_values()) {
        auto out = sound_request();
        set_meta(out, meta::protocol_version, each);
        to.push_back({out.dump(), each.is_string() ? code::unsupported_protocol_version
                                                   : code::invalid_params});
        out = sound_request();
        if (!each.is_object()) {
            set_meta(out, meta::client_capabilities, each);
            to.push_back({out.dump(), code::invalid_params});
            out = sound_request();
            set_meta(out, meta::client_info, each);
            to.push_back({out.dump(), code::invalid_params});
            out = sound_request();
        }
        set_meta(out, meta::log_level, each);
        to.push_back({out.dump(), code::invalid_params});
        out = sound_request();
        if (!each.is_string() && !each.is_number_integer()) {
            set_meta(out, meta::progress_token, each);
            to.push_back({out.dump(), code::invalid_params});
        }
    }
    for (const auto* name : {meta::protocol_version, meta::client_capabilities}) {
        auto out = sound_request();
        out["params"]["_meta"].erase(name);
        to.push_back({out.dump(), code::invalid_params});
    }
    for (const auto* version : {"2024-11-05", "2025-11-25", "2026-07-29", "2026-7-28", "latest"}) {
        auto out = sound_request();
        set_meta(out, meta::protocol_version, version);
        to.push_back({out.dump(), code::unsupported_protocol_version});
    }
}

void add_odd_methods(std::vector<malformed>& to)
{
    for (const auto* method :
         {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
          "tools", "tools/", "TOOLS/CALL", "tools/call ", "rpc.discover", "sampling/createMessage",
          "elicitation/create", "roots/list", "notifications/cancelled", "tasks/get"})
        to.push_back({with_member("/method", method), code::method_not_found});
    for (const auto& each : odd_values()) {
        const auto with = [&](const char* method, json params) {
            const json out{{"jsonrpc", "2.0"},
                           {"id", 1},
                           {"method", method},
                           {"params", modern_params(std::move(params))}};
            to.push_back({out.dump(), code::invalid_params});
        };
        with("resources/read", {{"uri", each}});
        with("prompts/get", {{"name", each}});
        with("prompts/get", {{"name", "test_prompt_with_arguments"}, {"arguments", each}});
        with("tools/list", {{"cursor", each}});
        with("completion/complete", {{"ref", each}});
        if (!each.is_object())
            with("subscriptions/listen", {{"notifications", each}});
        if (!each.is_boolean())
            with("subscriptions/listen", {{"notifications", {{"toolsListChanged", each}}}});
        if (each != json::array())
            with("subscriptions/listen", {{"notifications", {{"resourceSubscriptions", each}}}});
    }
}

std::vector<malformed> all_malformed()
{
    std::vector<malformed> out;
    for (auto* add : {add_broken_texts, add_odd_messages, add_odd_responses, add_odd_parameters,
                      add_odd_envelopes, add_odd_methods})
        add(out);
    return out;
}

/// Code of its refusal: 0 where it is taken.
int code_for(in_process& in, const malformed& what)
{
    auto read = read_messages(what.text);
    if (!read)
        return read.error().why.code;
    auto& only = read->parts.front();
    if (!only) {
        CHECK(only.error().of_reply != what.answered);
        return only.error().why.code;
    }
    auto& asked = std::get<request>(*only);
    const auto to = std::make_shared<recording_outlet>();
    const auto handle = in.served.begin(std::move(asked), {.id = "someone"}, to);
    run_until(in.home, [&] { return to->over() || !to->said.empty(); });
    in.served.cancel(handle);
    return to->answer && to->answer->contains("error") ? (*to->answer)["error"]["code"].get<int>()
                                                       : 0;
}

} // namespace

TEST_CASE("every kind of malformed message ends in the right error", "[mcp]")
{
    in_process in;
    std::set<std::string> seen;
    for (const auto& each : all_malformed()) {
        if (!seen.insert(each.text).second)
            continue;
        INFO(each.text.substr(0, 300));
        CHECK(code_for(in, each) == each.code);
    }
    CHECK(seen.size() >= 500);
    CHECK(in.ask("tools/call", {{"name", "test_simple_text"}}).contains("result"));
}

} // namespace thimble::mcp::test
