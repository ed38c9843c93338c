#include "service/document/example.hpp"

#include "service/document/records.hpp"
#include "text/uuid.hpp"

#include <map>
#include <string_view>
#include <utility>

namespace thimble::service::contract {

using nlohmann::ordered_json;

namespace {

/// On every screenshot, whichever way the phone is turned.
constexpr int place_on_screen = 300;

ordered_json value_of(const parameter& what)
{
    if (!what.example.is_null())
        return what.example;
    if (what.along != axis::none)
        return place_on_screen;
    switch (what.kind) {
    case parameter::type::integer:
    case parameter::type::number:
        return what.minimum;
    case parameter::type::boolean:
        return true;
    case parameter::type::choice:
        return what.choices.front();
    case parameter::type::text:
        return "text";
    case parameter::type::texts:
    case parameter::type::objects:
        return ordered_json::array();
    }
    std::unreachable();
}

const schema& shape_of_record(const std::string& name)
{
    static const auto shapes = [] {
        std::map<std::string, schema> out;
        for (auto& each : records())
            out[each.name] = std::move(each.shape);
        return out;
    }();
    return shapes.at(name);
}

/// "job_id" for the `id` of a "selection_job".
std::string name_of_id(const std::string& owner)
{
    return owner.substr(owner.rfind('_') + 1) + "_id";
}

ordered_json plainest_text(const schema& what, const std::string& name)
{
    constexpr std::string_view names_of_examples = "0d9f4c52-6f0b-4a51-9d3e-7c1b8e2a6f34";
    const auto format = what.value("format", "");
    if (format == "uuid")
        return named_uuid(names_of_examples, name);
    return format == "date-time" ? "2026-11-02T09:41:00.000Z" : "text";
}

ordered_json plainest_value(const schema& what, const std::string& name);

ordered_json plainest_object(const schema& what, const std::string& name)
{
    auto out = ordered_json::object();
    const auto members = what.find("properties");
    if (members != what.end())
        for (const auto& [each, of] : members->items())
            out[each] = plainest_value(of, each == "id" ? name_of_id(name) : each);
    return out;
}

ordered_json plainest_of_type(const schema& what, const std::string& name)
{
    const auto& types = what.at("type"); // the first of several: the other one is null
    const auto type = (types.is_array() ? types.front() : types).get<std::string>();
    if (type == "object")
        return plainest_object(what, name);
    if (type == "array")
        return ordered_json::array({plainest_value(what.at("items"), name)});
    if (type == "boolean")
        return false;
    if (type == "string")
        return plainest_text(what, name);
    return what.value("minimum", 1);
}

/// `name`: of the member or the record.
ordered_json plainest_value(const schema& what, const std::string& name)
{
    if (what.contains("examples"))
        return what.at("examples").front();
    if (what.contains("const"))
        return what.at("const");
    if (what.contains("enum"))
        return what.at("enum").front();
    if (what.contains("anyOf"))
        return plainest_value(what.at("anyOf").front(), name);
    if (!what.contains("$ref"))
        return plainest_of_type(what, name);
    const auto record_name = referenced_record(what);
    return plainest_value(shape_of_record(record_name), record_name);
}

} // namespace

ordered_json example_of(const std::vector<parameter>& fields)
{
    auto out = ordered_json::object();
    for (const auto& each : fields)
        if (each.required || !each.example.is_null())
            out[each.name] = value_of(each);
    return out;
}

ordered_json example_of(const good_answer& answer, const std::string& record_name)
{
    auto out = plainest_value(record_reference(record_name), record_name);
    for (const auto& [name, value] : answer.example.items())
        if (out.contains(name))
            out[name] = value;
    return out;
}

} // namespace thimble::service::contract
