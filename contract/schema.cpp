#include "contract/schema.hpp"

#include <functional>
#include <map>
#include <utility>

namespace thimble::service::contract {

namespace {

schema of_type(std::string_view type)
{
    return {{"type", type}};
}

schema integer_of(const parameter& what)
{
    auto out = integer_schema();
    out["minimum"] = what.along == axis::none ? what.minimum : 0;
    if (what.along == axis::none)
        out["maximum"] = what.maximum; // a coordinate's is the phone's
    return out;
}

/// JSON Schema calls 100.0 an integer; here it is none.
std::string meaning_of(const parameter& what)
{
    if (what.kind != parameter::type::integer)
        return what.meaning;
    return what.meaning + (what.meaning.empty() ? "" : " ") +
           "Written without a fraction: 100.0 is refused.";
}

schema number_of(const parameter& what)
{
    auto out = number_schema();
    out["minimum"] = what.minimum;
    out["maximum"] = what.maximum;
    return out;
}

schema text_of(const parameter& what)
{
    auto out = text_schema();
    out["minLength"] = what.minimum;
    out["maxLength"] = what.maximum;
    return out;
}

schema list_of(const parameter& what, schema members)
{
    auto out = list_schema(std::move(members));
    out["minItems"] = what.least_items;
    out["maxItems"] = what.most_items;
    return out;
}

/// One form of an object: its name in `action` says which.
schema form_schema(const parameter::form& what)
{
    auto out = object_schema(what.fields);
    schema named = {{"action", {{"const", what.action}}}};
    named.update(out.value("properties", schema::object()));
    out["properties"] = std::move(named);
    auto required = schema::array({"action"});
    for (auto& name : out.value("required", schema::array()))
        required.push_back(name);
    out["required"] = std::move(required);
    return out;
}

schema member_schema(const parameter& what)
{
    if (!what.forms)
        return anything_schema();
    auto forms = schema::array();
    for (const auto& each : *what.forms)
        forms.push_back(form_schema(each));
    return {{"oneOf", std::move(forms)}};
}

schema shape_of(const parameter& what)
{
    switch (what.kind) {
    case parameter::type::integer:
        return integer_of(what);
    case parameter::type::number:
        return number_of(what);
    case parameter::type::boolean:
        return flag_schema();
    case parameter::type::text:
        return text_of(what);
    case parameter::type::choice:
        return words_schema(what.choices);
    case parameter::type::texts:
        return list_of(what, text_of(what));
    case parameter::type::objects:
        return list_of(what, member_schema(what));
    }
    std::unreachable();
}

} // namespace

schema text_schema()
{
    return of_type("string");
}

schema uuid_schema()
{
    return {{"type", "string"}, {"format", "uuid"}};
}

schema time_schema()
{
    return {{"type", "string"}, {"format", "date-time"}};
}

schema integer_schema()
{
    return of_type("integer");
}

schema number_schema()
{
    return of_type("number");
}

schema flag_schema()
{
    return of_type("boolean");
}

schema list_schema(schema members)
{
    return {{"type", "array"}, {"items", std::move(members)}};
}

schema words_schema(const std::vector<std::string>& words)
{
    return {{"type", "string"}, {"enum", words}};
}

schema anything_schema()
{
    return of_type("object");
}

schema record_reference(std::string_view name)
{
    return {{"$ref", "#/components/schemas/" + std::string(name)}};
}

schema record_reference(const std::vector<std::string>& names)
{
    if (names.size() == 1)
        return record_reference(names.front());
    auto any = schema::array();
    for (const auto& name : names)
        any.push_back(record_reference(name));
    return {{"anyOf", std::move(any)}};
}

std::string referenced_record(const schema& reference)
{
    const auto path = reference.at("$ref").get<std::string>();
    return path.substr(path.rfind('/') + 1);
}

schema or_null(schema what)
{
    const auto type = what.find("type");
    if (type == what.end() || what.contains("enum"))
        return {{"anyOf", schema::array({std::move(what), of_type("null")})}};
    *type = schema::array({*type, "null"});
    return what;
}

schema such_as(schema what, schema value)
{
    what["examples"] = schema::array();
    what["examples"].push_back(std::move(value));
    return what;
}

schema object_schema(const std::vector<member>& members)
{
    auto properties = schema::object();
    auto required = schema::array();
    for (const auto& each : members) {
        properties[each.name] = each.of;
        if (!each.meaning.empty())
            properties[each.name]["description"] = each.meaning;
        required.push_back(each.name);
    }
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)}};
}

schema schema_of(const parameter& what)
{
    auto out = shape_of(what);
    if (what.nullable)
        out = or_null(std::move(out));
    if (!what.fallback.is_null())
        out["default"] = what.fallback;
    if (auto meaning = meaning_of(what); !meaning.empty())
        out["description"] = std::move(meaning);
    if (!what.example.is_null())
        out["examples"] = schema::array({what.example});
    return out;
}

schema object_schema(const std::vector<parameter>& fields)
{
    auto out = anything_schema();
    auto required = schema::array();
    std::map<std::string, schema, std::less<>> replaced; // by what may be given in their place
    for (const auto& each : fields) {
        out["properties"][each.name] = schema_of(each);
        if (!each.instead.empty())
            replaced[each.instead].push_back(each.name);
        else if (each.required)
            required.push_back(each.name);
    }
    if (!required.empty())
        out["required"] = std::move(required);
    for (auto& [instead, names] : replaced)
        out["allOf"].push_back(
            {{"oneOf",
              {{{"required", std::move(names)}}, {{"required", schema::array({instead})}}}}});
    return out;
}

} // namespace thimble::service::contract
