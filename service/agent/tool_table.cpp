#include "service/agent/tool_table.hpp"

#include "contract/schema.hpp"
#include "contract/strict_json.hpp"
#include "service/agent/tool_rows.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <algorithm>

namespace thimble::service::agent {

namespace {

/// The model learns that it may try again.
std::unexpected<std::string> tool_error(std::string_view what)
{
    return std::unexpected(std::string(what) + " Nothing was done.");
}

/// The model's name of the tool is not repeated: it may be anything.
std::unexpected<std::string> unknown_tool(const std::vector<tool_row>& rows)
{
    return tool_error("There is no tool of this name. The tools are: " +
                      joined(rows, ", ", &tool_row::name) + ".");
}

result<nlohmann::json> read_object(std::string_view written)
{
    if (is_blank(written))
        return nlohmann::json::object();
    auto read = parse_json(written);
    if (read && !read->is_object())
        return std::unexpected(
            invalid_argument("arguments", "not_an_object", "must be a JSON object"));
    return read;
}

result<void> check_on_screen(const std::vector<parameter>& fields,
                             const arguments& given,
                             screen::pixel_size size)
{
    for (const auto& each : fields) {
        if (each.along == axis::none)
            continue;
        const int edge = each.along == axis::x ? size.width : size.height;
        const auto value = given.integer(each.name);
        if (value < 0 || value >= edge)
            return std::unexpected(out_of_range(each.name, value, 0, edge - 1));
    }
    return {};
}

result<act> read_act(const tool_row& row, std::string_view written, screen::pixel_size size)
{
    const auto object = read_object(written);
    if (!object)
        return std::unexpected(object.error());
    arguments given;
    if (auto fields = read_fields(row.fields, *object, given); !fields)
        return std::unexpected(std::move(fields.error()));
    if (auto inside = check_on_screen(row.fields, given, size); !inside)
        return std::unexpected(std::move(inside.error()));
    return row.make(given);
}

/// Where a tool and its action are not called the same.
struct tool_name {
    std::string operator()(const link::action& what) const
    {
        if (std::holds_alternative<link::tap_and_hold>(what))
            return "long_press";
        std::string name(link::name_of(what));
        std::ranges::replace(name, '-', '_');
        return name;
    }
    std::string operator()(const wait&) const { return "wait"; }
    std::string operator()(const ask_user&) const { return "ask_user"; }
    std::string operator()(const done&) const { return "done"; }
};

} // namespace

tool_table::tool_table() : rows_(tool_rows()) {}

nlohmann::ordered_json tool_table::schema_of(const tool_row& row)
{
    auto out = contract::object_schema(row.fields);
    if (!out.contains("properties")) // some servers ask for it
        out["properties"] = nlohmann::ordered_json::object();
    out["additionalProperties"] = false;
    return out;
}

std::expected<act, std::string>
tool_table::read(std::string_view name, std::string_view arguments, screen::pixel_size size) const
{
    const auto row = std::ranges::find(rows_, name, &tool_row::name);
    if (row == rows_.end())
        return unknown_tool(rows_);
    if (arguments.size() > longest_arguments)
        return tool_error("The arguments are too long.");
    auto what = read_act(*row, arguments, size);
    if (!what)
        return tool_error(what.error().message);
    return std::move(*what);
}

std::string tool_name_of(const act& what)
{
    return std::visit(tool_name{}, what);
}

} // namespace thimble::service::agent
