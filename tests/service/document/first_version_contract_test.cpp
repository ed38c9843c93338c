// The contract of version 0.1.0, by which its clients go on: all of it is still there.
#include "tests/catch2.hpp"
#include "tests/service/document/walked_service.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <string>

namespace thimble::service::test {

namespace {

using nlohmann::json;

/// Records of answers as schemas, and the operations with the fields that they took. It never
/// changes.
json contract_of_first_version()
{
    std::ifstream file(THIMBLE_CONTRACT_OF_FIRST_VERSION);
    REQUIRE(file);
    return json::parse(file);
}

/// Kinds that a value may be of: types, and records that are referred to.
std::set<std::string> kinds_of(const json& schema)
{
    std::set<std::string> out;
    if (schema.contains("$ref"))
        out.insert(schema.at("$ref").get<std::string>());
    if (const auto type = schema.find("type"); type != schema.end()) {
        if (type->is_array())
            for (const auto& each : *type)
                out.insert(each.get<std::string>());
        else
            out.insert(type->get<std::string>());
    }
    for (const auto* const choice : {"anyOf", "oneOf"})
        for (const auto& each : schema.value(choice, json::array()))
            out.merge(kinds_of(each));
    return out;
}

void check_keeps(const json& now, const json& former);

/// Fields may have been added. Those of before are there, and always where they always were.
void check_keeps_fields(const json& now, const json& former)
{
    const auto required = now.value("required", json::array());
    for (const auto& [name, schema] : former.items()) {
        INFO("field " << name);
        REQUIRE(now.at("properties").contains(name));
        CHECK(std::ranges::find(required, json(name)) != required.end());
        check_keeps(now.at("properties").at(name), schema);
    }
}

/// Answers by the schema of now are what somebody expects who knows the former.
void check_keeps(const json& now, const json& former)
{
    INFO("now: " << now.dump());
    INFO("former: " << former.dump());
    const auto former_kinds = kinds_of(former);
    const auto kinds = kinds_of(now);
    CHECK_FALSE(kinds.empty());
    CHECK(std::ranges::includes(former_kinds, kinds));
    const auto words = now.value("enum", json::array());
    for (const auto& each : former.value("enum", json::array()))
        CHECK(std::ranges::find(words, each) != words.end());
    if (former.contains("items"))
        check_keeps(now.at("items"), former.at("items"));
    if (former.contains("properties"))
        check_keeps_fields(now, former.at("properties"));
}

/// Names of the fields that an operation takes; `required`: of those alone without which it is
/// refused.
std::set<std::string> fields_of(const json& operation, bool required)
{
    std::set<std::string> out;
    for (const auto& each : operation.value("parameters", json::array()))
        if (each.value("in", "") == "query" && (!required || each.value("required", false)))
            out.insert(each.at("name").get<std::string>());
    const json::json_pointer body("/requestBody/content/application~1json/schema");
    if (!operation.contains(body))
        return out;
    const auto& schema = operation.at(body);
    if (required)
        for (const auto& each : schema.value("required", json::array()))
            out.insert(each.get<std::string>());
    else
        for (const auto& [name, field] : schema.value("properties", json::object()).items())
            out.insert(name);
    return out;
}

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char each) {
        return static_cast<char>(std::tolower(each));
    });
    return text;
}

} // namespace

TEST_CASE("records of answers have every field that the first version's had", "[document]")
{
    running_service running;
    const auto now = every_path_of(running).at("components").at("schemas");
    const auto former = contract_of_first_version().at("records");
    CHECK(former.size() == 43);
    for (const auto& [name, schema] : former.items()) {
        INFO("record " << name);
        REQUIRE(now.contains(name));
        check_keeps(now.at(name), schema);
    }
}

TEST_CASE("operations of the first version take its requests", "[document]")
{
    running_service running;
    const auto paths = every_path_of(running).at("paths");
    const auto former = contract_of_first_version().at("operations");
    CHECK(former.size() == 131);
    for (const auto& [said, fields] : former.items()) {
        INFO(said << ", " << fields.dump());
        const auto gap = said.find(' ');
        const auto path = said.substr(gap + 1);
        const auto method = lower(said.substr(0, gap));
        REQUIRE(paths.contains(path));
        REQUIRE(paths.at(path).contains(method));
        const auto& now = paths.at(path).at(method);
        const std::set<std::string> given(fields.begin(), fields.end());
        CHECK(std::ranges::includes(fields_of(now, false), given));
        CHECK(std::ranges::includes(given, fields_of(now, true)));
    }
}

} // namespace thimble::service::test
