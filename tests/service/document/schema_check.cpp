#include "tests/service/document/schema_check.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace thimble::service::test {

using nlohmann::json;

namespace {

bool is_of_type(const json& value, const std::string& type)
{
    if (type == "integer")
        return value.is_number_integer();
    if (type == "number")
        return value.is_number();
    return (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "array" && value.is_array()) || (type == "object" && value.is_object()) ||
           (type == "null" && value.is_null());
}

bool is_of_a_type(const json& value, const json& types)
{
    if (types.is_string())
        return is_of_type(value, types.get<std::string>());
    return std::ranges::any_of(
        types, [&](const json& each) { return is_of_type(value, each.get<std::string>()); });
}

bool has_format(const json& value, const std::string& format)
{
    static const std::regex moment(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");
    if (!value.is_string())
        return true;
    const auto text = value.get<std::string>();
    if (format == "uuid")
        return is_uuid(text);
    if (format == "date-time")
        return std::regex_match(text, moment);
    throw std::logic_error("no check is known for the format " + format);
}

std::string mismatch_of_members(const json& document,
                                const json& schema,
                                const json& value,
                                const std::string& place)
{
    const auto properties = schema.value("properties", json::object());
    const auto required = schema.value("required", json::array());
    for (const auto& name : required)
        if (!value.contains(name.get<std::string>()))
            return place + " has no " + name.get<std::string>();
    for (const auto& [name, member] : value.items()) {
        if (!properties.contains(name) && !required.empty())
            return place + "." + name + " is not in the contract";
        if (properties.contains(name))
            if (auto wrong = mismatch(document, properties.at(name), member, place + "." + name);
                !wrong.empty())
                return wrong;
    }
    return {};
}

std::string mismatch_of_several(const json& document,
                                const json& schema,
                                const json& value,
                                const std::string& place)
{
    const auto wrong_with = [&](const json& each) {
        return mismatch(document, each, value, place);
    };
    if (schema.contains("allOf"))
        for (const auto& each : schema.at("allOf"))
            if (auto wrong = wrong_with(each); !wrong.empty())
                return wrong;
    if (!schema.contains("anyOf"))
        return {};
    std::string all_wrong;
    for (const auto& each : schema.at("anyOf")) {
        const auto wrong = wrong_with(each);
        if (wrong.empty())
            return {};
        all_wrong += wrong + "; ";
    }
    return all_wrong;
}

} // namespace

const json& resolved(const json& document, const json& what)
{
    if (!what.contains("$ref"))
        return what;
    return document.at(json::json_pointer(what.at("$ref").get<std::string>().substr(1)));
}

std::string
mismatch(const json& document, const json& schema, const json& value, const std::string& place)
{
    if (schema.contains("$ref"))
        return mismatch(document, resolved(document, schema), value, place);
    if (schema.contains("type") && !is_of_a_type(value, schema.at("type")))
        return place + " is no " + schema.at("type").dump() + ": " + value.dump();
    if (schema.contains("enum") &&
        std::ranges::find(schema.at("enum"), value) == schema.at("enum").end())
        return place + " is none of " + schema.at("enum").dump() + ": " + value.dump();
    if (schema.contains("format") && !has_format(value, schema.at("format").get<std::string>()))
        return place + " is no " + schema.at("format").get<std::string>() + ": " + value.dump();
    if (auto wrong = mismatch_of_several(document, schema, value, place); !wrong.empty())
        return wrong;
    if (value.is_object())
        return mismatch_of_members(document, schema, value, place);
    if (value.is_array() && schema.contains("items"))
        for (std::size_t at = 0; at < value.size(); ++at)
            if (auto wrong = mismatch(document, schema.at("items"), value[at],
                                      place + "[" + std::to_string(at) + "]");
                !wrong.empty())
                return wrong;
    return {};
}

} // namespace thimble::service::test
