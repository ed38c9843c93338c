#include "contract/arguments.hpp"
#include "contract/strict_json.hpp"
#include "service/routing/table.hpp"
#include "tests/catch2.hpp"

#include <limits>
#include <string_view>

namespace thimble::service::test {

using boost::beast::http::verb;

namespace {

std::string reason(const result<nlohmann::json>& checked)
{
    return checked ? "fine" : checked.error().context.at("reason").get<std::string>();
}

endpoint row(verb method, std::vector<std::string> paths)
{
    endpoint out;
    out.method = method;
    out.paths = std::move(paths);
    return out;
}

http::request with_body(std::string body, std::string_view type = "")
{
    http::request out;
    out.body = std::move(body);
    if (!type.empty())
        out.head.set(boost::beast::http::field::content_type, type);
    return out;
}

std::string code(const std::vector<parameter>& expected, const http::request& what)
{
    arguments out;
    const auto read = read_body(expected, false, what, out);
    return read ? "fine" : read.error().code;
}

} // namespace

TEST_CASE("a pattern takes the values out of a path", "[service]")
{
    const path_pattern pattern("/v1/phones/{phone_id}/tap");
    const auto values = pattern.match({"v1", "phones", "abc", "tap"});
    REQUIRE(values);
    CHECK(values->at("phone_id") == "abc");
    CHECK_FALSE(pattern.match({"v1", "phones", "abc", "flick"}));
    CHECK_FALSE(pattern.match({"v1", "phones", "", "tap"}));
    CHECK_FALSE(pattern.match({"v1", "phones", "abc"}));
    CHECK_FALSE(pattern.match({"v1", "phones", "abc", "tap", ""}));
}

TEST_CASE("a table knows the methods of a path", "[service]")
{
    table all;
    all.add({row(verb::get, {"/a"}), row(verb::patch, {"/a", "/b"})});
    const auto place = all.find({"a"});
    REQUIRE(place);
    CHECK(place->allow() == "GET, HEAD, OPTIONS, PATCH");
    CHECK(place->find(verb::head) == place->find(verb::get));
    CHECK(place->find(verb::post) == nullptr);
    CHECK(all.find({"b"})->allow() == "OPTIONS, PATCH");
    CHECK_FALSE(all.find({"c"}));
}

TEST_CASE("an integer is an integer and within its limits", "[service]")
{
    const auto speed = integer("speed", 1, 100);
    CHECK(reason(read_value(speed, nlohmann::json(1))) == "fine");
    CHECK(reason(read_value(speed, nlohmann::json(100))) == "fine");
    CHECK(reason(read_value(speed, nlohmann::json(0))) == "out_of_range");
    CHECK(reason(read_value(speed, nlohmann::json(101))) == "out_of_range");
    CHECK(reason(read_value(speed, nlohmann::json(1.0))) == "not_an_integer");
    CHECK(reason(read_value(speed, nlohmann::json("1"))) == "not_an_integer");
    CHECK(reason(read_value(speed, nlohmann::json(true))) == "not_an_integer");
    CHECK(reason(read_value(speed, nlohmann::json(nullptr))) == "not_an_integer");

    CHECK(reason(read_value(speed, std::string_view("7"))) == "fine");
    CHECK(reason(read_value(speed, std::string_view("99999999999999999999"))) == "out_of_range");
    for (const std::string_view text : {"", "1.0", "+1", " 1", "1 ", "0x1", "one"})
        CHECK(reason(read_value(speed, text)) == "not_an_integer");
}

TEST_CASE("a number may have a fraction and is within its limits", "[service]")
{
    const auto cost = number("cost", 0, 10);
    for (const auto& fine : {nlohmann::json(0), nlohmann::json(0.5), nlohmann::json(10.0)})
        CHECK(read_value(cost, fine) == fine);
    for (const auto& wrong : {nlohmann::json(-0.001), nlohmann::json(10.001), nlohmann::json(1e300),
                              nlohmann::json(std::numeric_limits<std::uint64_t>::max())})
        CHECK(reason(read_value(cost, wrong)) == "out_of_range");
    for (const auto& wrong : {nlohmann::json("1"), nlohmann::json(true), nlohmann::json(nullptr)})
        CHECK(reason(read_value(cost, wrong)) == "not_a_number");
}

TEST_CASE("a range error names value and limits", "[service]")
{
    const auto context = read_value(integer("speed", 1, 100), nlohmann::json(101)).error().context;
    CHECK(context == nlohmann::json{{"field", "speed"},
                                    {"reason", "out_of_range"},
                                    {"value", 101},
                                    {"minimum", 1},
                                    {"maximum", 100}});
}

TEST_CASE("a number of more than 64 bits is refused without another in its place", "[service]")
{
    for (const std::string text : {"1000000000000000000000000000000", "9223372036854775808",
                                   "-1000000000000000000000000000000"}) {
        const auto given = parse_json(text);
        REQUIRE(given);
        for (const auto& refused : {read_value(integer("speed", 1, 100), *given),
                                    read_value(integer("speed", 1, 100), std::string_view(text))}) {
            REQUIRE_FALSE(refused);
            CHECK(refused.error().message == "speed must be from 1 to 100.");
            CHECK(refused.error().context == nlohmann::json{{"field", "speed"},
                                                            {"reason", "out_of_range"},
                                                            {"minimum", 1},
                                                            {"maximum", 100}});
        }
    }
}

TEST_CASE("a query's boolean is one of four words in any case", "[service]")
{
    const auto async = boolean("async");
    for (const std::string_view text : {"true", "TRUE", "True", "1"})
        CHECK(*read_value(async, text) == true);
    for (const std::string_view text : {"false", "FALSE", "0"})
        CHECK(*read_value(async, text) == false);
    for (const std::string_view text : {"", "yes", "no", "2", " true", "null"})
        CHECK(reason(read_value(async, text)) == "not_a_boolean");
    CHECK(reason(read_value(async, nlohmann::json("true"))) == "not_a_boolean");
}

TEST_CASE("a text is measured in characters", "[service]")
{
    const auto name = text("name", 1, 3);
    CHECK(reason(read_value(name, nlohmann::json("ééé"))) == "fine");
    CHECK(reason(read_value(name, nlohmann::json("éééé"))) == "too_long");
    CHECK(reason(read_value(name, nlohmann::json(""))) == "too_short");
    CHECK(reason(read_value(name, nlohmann::json(1))) == "not_a_string");
    CHECK(reason(read_value(name, nlohmann::json(nullptr))) == "not_a_string");
    CHECK(reason(read_value(name.or_null(), nlohmann::json(nullptr))) == "fine");
}

TEST_CASE("the check of a text with one length is told rather than the length", "[service]")
{
    const auto is_word = [](const nlohmann::json& given, const std::string& place) -> result<void> {
        if (given == "none")
            return {};
        return std::unexpected(invalid_argument(place, "not_a_word", "must be a word"));
    };
    const auto word = text("word", 3, 3).checked_by(is_word);
    CHECK(reason(read_value(word, nlohmann::json("ab"))) == "not_a_word");
    CHECK(reason(read_value(word, nlohmann::json("abcd"))) == "not_a_word");
    CHECK(reason(read_value(word, nlohmann::json("none"))) ==
          "too_long"); // it does not replace the length
    CHECK(reason(read_value(text("word", 3, 3), nlohmann::json("ab"))) == "too_short");
    CHECK(reason(read_value(text("word", 3, 4).checked_by(is_word), nlohmann::json("ab"))) ==
          "too_short");
}

TEST_CASE("a choice names what is allowed and not what was given", "[service]")
{
    const auto direction = choice("direction", {"up", "down"});
    CHECK(reason(read_value(direction, nlohmann::json("up"))) == "fine");
    const auto wrong = read_value(direction, nlohmann::json("Up"));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().context.at("allowed") == nlohmann::json{"up", "down"});
    CHECK(wrong.error().message == "direction must be one of up, down.");
}

TEST_CASE("a body is needed where a field is", "[service]")
{
    const std::vector<parameter> none{integer("speed", 1, 9)};
    const std::vector<parameter> needed{integer("speed", 1, 9).needed()};
    for (const auto* blank : {"", " \r\n\t"}) {
        CHECK(code(none, with_body(blank)) == "fine");
        CHECK(code(needed, with_body(blank)) == "EMPTY_BODY");
    }
    CHECK(code(none, with_body("{}")) == "fine");
    CHECK(code(needed, with_body("{}")) == "INVALID_ARGUMENT");
    CHECK(code(needed, with_body("{\"speed\":3,\"other\":[]}")) == "fine");
    for (const auto* other : {"[]", "1", "\"x\"", "null", "true"})
        CHECK(code(none, with_body(other)) == "INVALID_ARGUMENT");
}

TEST_CASE("the body's media type is JSON or none", "[service]")
{
    for (const auto* type : {"", "application/json", "Application/JSON; charset=UTF-8",
                             "application/json;charset=\"utf-8\"", "application/json ; x=y"})
        CHECK(code({}, with_body("{}", type)) == "fine");
    for (const auto* type :
         {"text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1",
          "application/jsonx", "application/"})
        CHECK(code({}, with_body("{}", type)) == "UNSUPPORTED_MEDIA_TYPE");
    auto packed = with_body("{}");
    packed.head.set(boost::beast::http::field::content_encoding, "gzip");
    CHECK(code({}, packed) == "UNSUPPORTED_MEDIA_TYPE");
    CHECK(code({}, with_body("", "text/plain")) == "fine");
}

} // namespace thimble::service::test
