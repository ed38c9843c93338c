#include "tests/service/document/value_variant.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr std::int64_t off_every_screen = 1'000'000;

bool allows(const json& schema, const std::string& type)
{
    const auto& types = schema.at("type");
    return types.is_string() ? types == type : std::ranges::find(types, json(type)) != types.end();
}

void add_other_types(std::vector<value_variant>& out, const json& schema)
{
    const std::vector<std::pair<std::string, json>> all{{"null", nullptr},
                                                        {"boolean", true},
                                                        {"string", "text"},
                                                        {"array", json::array()},
                                                        {"object", json::object()}};
    for (const auto& [type, value] : all)
        if (!allows(schema, type))
            out.push_back({.says = "a " + type, .value = value, .wrong = true});
    const bool number = allows(schema, "number");
    if (!allows(schema, "integer") && !number)
        out.push_back({.says = "a number", .value = 1, .wrong = true});
    if (!number)
        out.push_back({.says = "a fraction", .value = 1.5, .wrong = true});
}

void add_numbers(std::vector<value_variant>& out, const json& schema)
{
    const auto least = schema.at("minimum").get<std::int64_t>();
    const auto most = schema.at("maximum").get<std::int64_t>();
    out.push_back({.says = "the least", .value = least});
    out.push_back({.says = "the most", .value = static_cast<double>(most)});
    out.push_back({.says = "a fraction", .value = static_cast<double>(least) + 0.5});
    out.push_back({.says = "too small", .value = static_cast<double>(least) - 0.5, .wrong = true});
    out.push_back({.says = "too large", .value = static_cast<double>(most) + 0.5, .wrong = true});
}

void add_integers(std::vector<value_variant>& out, const json& schema)
{
    const auto least = schema.at("minimum").get<std::int64_t>();
    const auto most = schema.value("maximum", off_every_screen);
    out.push_back({.says = "the least", .value = least});
    if (schema.contains("maximum"))
        out.push_back({.says = "the most", .value = most});
    out.push_back({.says = "too small", .value = least - 1, .wrong = true});
    out.push_back({.says = "too large", .value = most + 1, .wrong = true});
    out.push_back({.says = "far too large",
                   .value = std::numeric_limits<std::uint64_t>::max(),
                   .wrong = true});
    out.push_back({.says = "written as a fraction", .value = 1.0, .wrong = true});
}

void add_texts(std::vector<value_variant>& out, const json& schema)
{
    if (schema.contains("enum")) {
        for (const auto& word : schema.at("enum"))
            out.push_back({.says = "a word of it", .value = word});
        out.push_back({.says = "another word", .value = "no such word", .wrong = true});
        return;
    }
    const auto least = schema.at("minLength").get<std::size_t>();
    const auto most = schema.at("maxLength").get<std::size_t>();
    constexpr std::size_t fits_a_body = 900'000;
    out.push_back({.says = "the shortest", .value = std::string(least, 'a')});
    if (least > 0)
        out.push_back({.says = "too short", .value = std::string(least - 1, 'a'), .wrong = true});
    if (most > fits_a_body)
        return;
    out.push_back({.says = "the longest", .value = std::string(most, 'a')});
    out.push_back({.says = "too long", .value = std::string(most + 1, 'a'), .wrong = true});
    std::string many; // as many characters, which are more bytes
    for (std::size_t at = 0; at < most; ++at)
        many += "é";
    out.push_back({.says = "the longest of other letters", .value = many});
}

void add_lists(std::vector<value_variant>& out, const json& schema)
{
    const json member = schema.at("items").contains("oneOf") ? json{{"action", "home"}} : json("a");
    const auto least = schema.at("minItems").get<std::size_t>();
    const auto most = schema.at("maxItems").get<std::size_t>();
    if (least > 0)
        out.push_back({.says = "too short", .value = json(least - 1, member), .wrong = true});
    out.push_back({.says = "the longest", .value = json(most, member)});
    out.push_back({.says = "too long", .value = json(most + 1, member), .wrong = true});
    for (const auto& other : {json(nullptr), json(1), json(json::array())})
        out.push_back({.says = "a list of others", .value = json::array({other}), .wrong = true});
}

} // namespace

std::vector<value_variant> variants_of(const json& schema)
{
    std::vector<value_variant> out;
    add_other_types(out, schema);
    if (allows(schema, "integer"))
        add_integers(out, schema);
    else if (allows(schema, "number"))
        add_numbers(out, schema);
    else if (allows(schema, "string"))
        add_texts(out, schema);
    else if (allows(schema, "array"))
        add_lists(out, schema);
    return out;
}

std::vector<text_variant> query_variants_of(const json& schema)
{
    std::vector<text_variant> out;
    if (allows(schema, "boolean")) {
        for (const auto* word : {"true", "FALSE", "1", "0"})
            out.push_back({.says = word, .text = word});
        for (const auto* word : {"", "yes", "2"})
            out.push_back({.says = "no boolean", .text = word, .wrong = true});
        return out;
    }
    for (const auto& each : variants_of(schema)) {
        const bool text = each.value.is_string();
        if (text && each.value.get<std::string>().find("é") != std::string::npos)
            continue; // it would have to be escaped
        if (text && each.value == "no such word")
            out.push_back({.says = each.says, .text = "no_such_word", .wrong = true});
        else if (text && allows(schema, "string"))
            out.push_back({each.says, each.value.get<std::string>(), each.wrong});
        else if (each.value.is_number() && allows(schema, "integer"))
            out.push_back({each.says, each.value.dump(), each.wrong});
    }
    if (allows(schema, "integer"))
        for (const auto* word : {"", "one", "0x1", "+1"})
            out.push_back({.says = "no integer", .text = word, .wrong = true});
    return out;
}

} // namespace thimble::service::test
