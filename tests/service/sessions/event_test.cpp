// One event: its record, what it holds at most, what it never holds.
#include "service/sessions/event.hpp"
#include "tests/catch2.hpp"
#include "tests/service/sessions/begun_session.hpp"

#include <array>
#include <rapidcheck.h>

namespace thimble::service::sessions::test {

namespace {

using nlohmann::json;

bool is_valid_utf8(const std::string& text)
{
    try {
        return !json(text).dump().empty();
    } catch (const json::type_error&) {
        return false;
    }
}

json nested(int depth)
{
    json out = "deep";
    for (int each = 0; each < depth; ++each)
        out = json::array({std::move(out)});
    return {{"nested", std::move(out)}};
}

} // namespace

TEST_CASE("the record of an event is the contract's", "[sessions]")
{
    const event one{.index = 7,
                    .type = event_type::tool_use,
                    .at = noon(42),
                    .data = event_data(event_type::tool_use, {{"name", "tap"}}, 3, {})};
    CHECK(event_record(one).dump() == R"({"index":7,"type":"tool_use",)"
                                      R"("ts":"2026-11-15T12:00:00.042Z",)"
                                      R"("data":{"name":"tap","turn":3}})");
}

TEST_CASE("the types of events are the contract's", "[sessions]")
{
    for (const std::string_view name :
         {"status", "thinking", "text", "tool_use", "tool_result", "message", "screenshot",
          "question", "action", "verdict", "error"}) {
        const auto type = parse_event_type(name);
        REQUIRE(type);
        CHECK(to_string(*type) == name);
    }
    CHECK_FALSE(parse_event_type("other"));
}

TEST_CASE("data always has the turn, whatever it is made from", "[sessions]")
{
    CHECK(event_data(event_type::text, json::object(), 2, {}) == json{{"turn", 2}});
    CHECK(event_data(event_type::text, {{"turn", "none"}}, 2, {}) == json{{"turn", 2}});
    CHECK(event_data(event_type::text, "a text", 2, {}) == json{{"turn", 2}, {"value", "a text"}});
    CHECK(event_data(event_type::text, nullptr, 2, {}) == json{{"turn", 2}, {"value", nullptr}});
}

TEST_CASE("a long text is cut with a mark, at the end of a character", "[sessions]")
{
    CHECK(shortened("abc", 3) == "abc");
    CHECK(shortened("abcd", 3) == "abc… (1 bytes more)");
    CHECK(shortened("aéé", 2) == "a… (4 bytes more)");
    CHECK(shortened("éé", 0) == "… (4 bytes more)");
    REQUIRE(rc::check([] {
        std::string text;
        for (const auto letter : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4)))
            text += std::array{"a", "é", "€", "😀"}.at(static_cast<std::size_t>(letter));
        const auto most = *rc::gen::inRange<std::size_t>(0, 20);
        const auto cut = shortened(text, most);
        RC_ASSERT(is_valid_utf8(cut));
        RC_ASSERT((cut == text) == (text.size() <= most));
        RC_ASSERT(text.starts_with(cut.substr(0, cut.find("…"))));
    }));
}

TEST_CASE("texts anywhere in the data are cut", "[sessions]")
{
    const event_size small{.text = 4};
    CHECK(event_data(event_type::text, {{"list", {"12345", 12345, {{"in", "123456"}}}}}, 1, {},
                     small) ==
          json{{"turn", 1},
               {"list", {"1234… (1 bytes more)", 12345, {{"in", "1234… (2 bytes more)"}}}}});
}

TEST_CASE("data that is too large in all is left out with a mark", "[sessions]")
{
    json many = json::object();
    for (int each = 0; each < 100; ++each)
        many["field " + std::to_string(each)] = std::string(1000, 'x');
    const auto data = event_data(event_type::text, many, 5, {});
    CHECK(data.at("turn") == 5);
    CHECK(data.at("cut").get<std::string>().ends_with(" bytes)"));
    CHECK(data.size() == 2);
}

TEST_CASE("data that is too deep is cut where it is", "[sessions]")
{
    CHECK(event_data(event_type::text, nested(14), 1, {}).dump().find("\"deep\"") !=
          std::string::npos);
    const auto cut = event_data(event_type::text, nested(500), 1, {}).dump();
    CHECK(cut.find("\"deep\"") == std::string::npos);
    CHECK(cut.find("… (deeper than is kept)") != std::string::npos);
}

TEST_CASE("of a very long text the filter gets no more than it needs", "[sessions]")
{
    std::size_t searched = 0;
    const auto hide = [&](std::string text) {
        searched += text.size();
        return text;
    };
    const auto cut = filtered_beginning(std::string(5'000'000, 'x'), hide, 16'384);
    CHECK(searched < 50'000);
    CHECK(cut == std::string(16'384, 'x') + "… (4983616 bytes more)");
    CHECK(filtered_beginning("short", hide, 16'384) == "short");
    CHECK(filtered_beginning(std::string(20'000, 'x'), hide, 16'384) ==
          std::string(16'384, 'x') + "… (3616 bytes more)");
}

TEST_CASE("the beginning of a secret is not shown where a long text was cut", "[sessions]")
{
    const std::string secret(4'096, 's');
    const auto hide = [&](std::string text) {
        for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret))
            text.replace(at, secret.size(), "*");
        return text;
    };
    auto text = std::string(16'000, 'x') + "|";
    for (int each = 0; each < 100; ++each)
        text += secret + "|";
    const auto cut = filtered_beginning(text, hide, 16'384);
    CHECK(cut.starts_with(std::string(4'096, 'x')));
    CHECK(cut.find("ss") == std::string::npos);
}

TEST_CASE("what is hidden is hidden before anything is cut", "[sessions]")
{
    const auto hide = [](std::string text) {
        const auto at = text.find("secret");
        return at == std::string::npos ? text : text.replace(at, 6, "*");
    };
    CHECK(event_data(event_type::text, {{"text", "a secret"}}, 1, hide, {.text = 5}) ==
          json{{"turn", 1}, {"text", "a *"}});
    CHECK(event_data(event_type::text, {{"in", {{"secret", 1}}}}, 1, hide) ==
          json{{"turn", 1}, {"in", {{"*", 1}}}});
}

} // namespace thimble::service::sessions::test
