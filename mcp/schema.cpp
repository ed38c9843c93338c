#include "mcp/schema.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

namespace thimble::mcp {

using nlohmann::json;

namespace {

constexpr int deepest_schema = 32;
constexpr int most_schema_steps = 20'000; // of one value; an ordinary one takes some dozens

std::size_t count_characters(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char each) {
        return (static_cast<unsigned char>(each) & 0xC0U) != 0x80U; // begins a character in UTF-8
    }));
}

bool is_of_type(const json& value, std::string_view type)
{
    if (type == "integer")
        return value.is_number_integer() ||
               (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    if (type == "number")
        return value.is_number();
    if (type == "string")
        return value.is_string();
    if (type == "boolean")
        return value.is_boolean();
    if (type == "object")
        return value.is_object();
    if (type == "array")
        return value.is_array();
    return type == "null" && value.is_null();
}

/// Walks down schema and value together.
class schema_check {
public:
    using problem = std::optional<std::string>;

    explicit schema_check(const json& root) : root_(root) {}

    problem check(const json& schema, const json& value, const std::string& path)
    {
        if (schema.is_boolean())
            return schema.get<bool>() ? problem{} : say(path, "must not be there");
        if (!schema.is_object())
            return std::nullopt;
        if (depth_ >= deepest_schema || ++steps_ > most_schema_steps)
            return say(path, "is too complex to be checked");
        ++depth_;
        auto found = check_all(schema, value, path);
        --depth_;
        return found;
    }

private:
    static problem say(const std::string& path, std::string_view what)
    {
        return (path.empty() ? "The value" : path) + " " + std::string(what);
    }

    problem check_all(const json& schema, const json& value, const std::string& path)
    {
        if (auto wrong = check_reference(schema, value, path))
            return wrong;
        if (auto wrong = check_kind(schema, value, path))
            return wrong;
        if (auto wrong = check_size(schema, value, path))
            return wrong;
        if (value.is_object()) {
            if (auto wrong = check_members(schema, value, path))
                return wrong;
        }
        if (const auto items = schema.find("items"); value.is_array() && items != schema.end()) {
            for (std::size_t at = 0; at < value.size(); ++at) {
                if (auto wrong = check(*items, value[at], path + "/" + std::to_string(at)))
                    return wrong;
            }
        }
        return check_combinations(schema, value, path);
    }

    problem check_reference(const json& schema, const json& value, const std::string& path)
    {
        const auto reference = schema.find("$ref");
        if (reference == schema.end() || !reference->is_string())
            return std::nullopt;
        const auto& text = reference->get_ref<const std::string&>();
        if (text == "#")
            return check(root_, value, path);
        if (!text.starts_with("#/"))
            return say(path, "has a schema that is elsewhere"); // never fetched
        try {
            return check(root_.at(json::json_pointer(text.substr(1))), value, path);
        } catch (const json::exception&) {
            return say(path, "has a schema that does not exist");
        }
    }

    static problem check_kind(const json& schema, const json& value, const std::string& path)
    {
        if (const auto type = schema.find("type"); type != schema.end()) {
            const auto fits = [&](const json& each) {
                return each.is_string() && is_of_type(value, each.get_ref<const std::string&>());
            };
            if (type->is_array() ? std::ranges::none_of(*type, fits) : !fits(*type))
                return say(path, "must be of type " + type->dump());
        }
        if (const auto one_of = schema.find("enum");
            one_of != schema.end() && std::ranges::find(*one_of, value) == one_of->end())
            return say(path, "must be one of " + one_of->dump());
        if (const auto only = schema.find("const"); only != schema.end() && *only != value)
            return say(path, "must be " + only->dump());
        return std::nullopt;
    }

    /// Value of a limit of the schema, if it has it.
    static std::optional<double> limit(const json& schema, const char* name)
    {
        const auto found = schema.find(name);
        if (found == schema.end() || !found->is_number())
            return std::nullopt;
        return found->get<double>();
    }

    static problem
    check_range(const json& schema, double size, std::string_view suffix, const std::string& path)
    {
        const auto name = [&](const char* prefix) { return prefix + std::string(suffix); };
        if (const auto least = limit(schema, name("min").c_str()); least && size < *least)
            return say(path, "is too small: " + name("min") + " is " + json(*least).dump());
        if (const auto most = limit(schema, name("max").c_str()); most && size > *most)
            return say(path, "is too large: " + name("max") + " is " + json(*most).dump());
        return std::nullopt;
    }

    static problem check_size(const json& schema, const json& value, const std::string& path)
    {
        if (value.is_string())
            return check_range(
                schema, static_cast<double>(count_characters(value.get_ref<const std::string&>())),
                "Length", path);
        if (value.is_array())
            return check_range(schema, static_cast<double>(value.size()), "Items", path);
        if (value.is_object())
            return check_range(schema, static_cast<double>(value.size()), "Properties", path);
        if (!value.is_number())
            return std::nullopt;
        const auto number = value.get<double>();
        if (const auto least = limit(schema, "exclusiveMinimum"); least && number <= *least)
            return say(path, "must be greater than " + json(*least).dump());
        if (const auto most = limit(schema, "exclusiveMaximum"); most && number >= *most)
            return say(path, "must be less than " + json(*most).dump());
        return check_range(schema, number, "imum", path);
    }

    problem check_members(const json& schema, const json& value, const std::string& path)
    {
        if (const auto needed = schema.find("required"); needed != schema.end()) {
            for (const auto& name : *needed) {
                if (name.is_string() && !value.contains(name.get_ref<const std::string&>()))
                    return say(path, "needs " + name.dump());
            }
        }
        static const json none = json::object();
        const auto listed = schema.find("properties");
        const json& properties = listed == schema.end() ? none : *listed;
        const auto others = schema.find("additionalProperties");
        for (const auto& [name, member] : value.items()) {
            const auto known = properties.find(name);
            problem wrong;
            if (known != properties.end())
                wrong = check(*known, member, path + "/" + name);
            else if (others != schema.end() && *others == false)
                wrong = say(path, "has a member that is not known: " + json(name).dump());
            else if (others != schema.end())
                wrong = check(*others, member, path + "/" + name);
            if (wrong)
                return wrong;
        }
        return std::nullopt;
    }

    std::size_t count_fitting(const json& schemas, const json& value, const std::string& path)
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            schemas, [&](const json& each) { return !check(each, value, path); }));
    }

    problem check_combinations(const json& schema, const json& value, const std::string& path)
    {
        if (const auto all = schema.find("allOf"); all != schema.end()) {
            for (const auto& each : *all) {
                if (auto wrong = check(each, value, path))
                    return wrong;
            }
        }
        if (const auto any = schema.find("anyOf");
            any != schema.end() && count_fitting(*any, value, path) == 0)
            return say(path, "fits none of the forms that it may have");
        if (const auto one = schema.find("oneOf");
            one != schema.end() && count_fitting(*one, value, path) != 1)
            return say(path, "fits not exactly one of the forms that it may have");
        if (const auto negated = schema.find("not");
            negated != schema.end() && !check(*negated, value, path))
            return say(path, "has a form that is excluded");
        const auto condition = schema.find("if");
        if (condition == schema.end())
            return std::nullopt;
        const auto branch = schema.find(check(*condition, value, path) ? "else" : "then");
        return branch == schema.end() ? std::nullopt : check(*branch, value, path);
    }

    const json& root_;
    int depth_ = 0;
    int steps_ = 0;
};

} // namespace

std::optional<std::string> check_against(const json& schema, const json& value)
{
    return schema_check(schema).check(schema, value, {});
}

} // namespace thimble::mcp
