#include "mcp/methods.hpp"

#include "mcp/content.hpp"
#include "mcp/lists.hpp"
#include "mcp/schema.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

using performed = asio::awaitable<outcome<method_result>>;

std::unexpected<halt> wrong_params(std::string what)
{
    return std::unexpected(halt(invalid_params(std::move(what))));
}

const std::string* find_text(const json& in, const char* name)
{
    const auto found = in.find(name);
    return found == in.end() ? nullptr : found->get_ptr<const json::string_t*>();
}

/// The object under that name, or an empty one; nothing where it is something else.
std::optional<json> object_of(const json& in, const char* name)
{
    const auto found = in.find(name);
    if (found == in.end())
        return json::object();
    return found->is_object() ? std::optional(*found) : std::nullopt;
}

method_result failed_tool(std::string why)
{
    return {.body = {{"content", json::array({content::text(std::move(why))})}, {"isError", true}}};
}

performed call_tool(const json& params, method_context with)
{
    const auto* name = find_text(params, "name");
    const auto arguments = object_of(params, "arguments");
    if (name == nullptr)
        co_return wrong_params("\"name\" is the name of a tool");
    if (!arguments)
        co_return wrong_params("\"arguments\" is an object");
    const auto all = with.from.tools(with.of.who());
    const auto found = std::ranges::find(all, *name, &tool::name);
    if (found == all.end())
        co_return wrong_params(with.from.why_no_tool(*name, with.of.who()));
    if (auto problem = check_against(found->input_schema, *arguments)) {
        // Since 2025-11-25 the model is to see it, and to mend it.
        if (with.of.client().speaks < revision::of_2025_11_25)
            co_return wrong_params(std::move(*problem));
        co_return failed_tool("The arguments are not valid: " + *problem);
    }
    auto got = co_await with.from.call_tool(*name, *arguments, with.of);
    if (!got)
        co_return std::unexpected(std::move(got.error()));
    method_result out{.body = {{"content", std::move(got->content)}, {"isError", got->is_error}}};
    if (!got->structured.is_null())
        out.body["structuredContent"] = std::move(got->structured);
    co_return out;
}

performed read_resource(const json& params, method_context with)
{
    const auto* uri = find_text(params, "uri");
    if (uri == nullptr)
        co_return wrong_params("\"uri\" is the address of a resource");
    auto got = co_await with.from.read_resource(*uri, with.of);
    if (!got)
        co_return std::unexpected(std::move(got.error()));
    co_return method_result{.body = {{"contents", std::move(got->contents)}}, .fresh = got->fresh};
}

performed get_prompt(const json& params, method_context with)
{
    const auto* name = find_text(params, "name");
    const auto arguments = object_of(params, "arguments");
    if (name == nullptr)
        co_return wrong_params("\"name\" is the name of a prompt");
    if (!arguments || !std::ranges::all_of(*arguments, &json::is_string))
        co_return wrong_params("\"arguments\" is an object of strings");
    const auto all = with.from.prompts(with.of.who());
    const auto found = std::ranges::find(all, *name, &prompt::name);
    if (found == all.end())
        co_return wrong_params("There is no such prompt");
    for (const auto& each : found->arguments) {
        if (each.required && !arguments->contains(each.name))
            co_return wrong_params("The prompt needs the argument \"" + each.name + "\"");
    }
    auto got = co_await with.from.get_prompt(*name, *arguments, with.of);
    if (!got)
        co_return std::unexpected(std::move(got.error()));
    method_result out{.body = {{"messages", std::move(got->messages)}}};
    if (!got->description.empty())
        out.body["description"] = std::move(got->description);
    co_return out;
}

bool is_reference(const json& what)
{
    const auto* type = find_text(what, "type");
    if (type == nullptr)
        return false;
    return (*type == "ref/prompt" && find_text(what, "name") != nullptr) ||
           (*type == "ref/resource" && find_text(what, "uri") != nullptr);
}

json to_json(completion what)
{
    constexpr std::size_t most_values = 100; // as the protocol says
    const auto count = what.total.value_or(what.values.size());
    what.values.resize(std::min(what.values.size(), most_values));
    return {{"hasMore", count > what.values.size()},
            {"total", count},
            {"values", std::move(what.values)}};
}

performed complete(const json& params, method_context with)
{
    const auto reference = object_of(params, "ref");
    const auto argument = object_of(params, "argument");
    const auto context = object_of(params, "context");
    if (!reference || !is_reference(*reference))
        co_return wrong_params("\"ref\" names a prompt or a resource template");
    if (!argument || find_text(*argument, "name") == nullptr ||
        find_text(*argument, "value") == nullptr)
        co_return wrong_params("\"argument\" has a name and a value");
    const auto given = context ? object_of(*context, "arguments") : std::nullopt;
    if (!given)
        co_return wrong_params("\"context\" may have the arguments that are known");
    const completion_request what{.reference = *reference,
                                  .name = *find_text(*argument, "name"),
                                  .value = *find_text(*argument, "value"),
                                  .given = *given};
    auto got = co_await with.from.complete(what, with.of);
    if (!got)
        co_return std::unexpected(std::move(got.error()));
    co_return method_result{.body = {{"completion", to_json(std::move(*got))}}};
}

struct method_row {
    std::string_view name;
    bool features::* needs;
    performed (*perform)(const json& params, method_context with);
};

constexpr std::array<method_row, 8> method_rows{{
    {"tools/list", &features::tools, list_tools},
    {"tools/call", &features::tools, call_tool},
    {"resources/list", &features::resources, list_resources},
    {"resources/templates/list", &features::resources, list_templates},
    {"resources/read", &features::resources, read_resource},
    {"prompts/list", &features::prompts, list_prompts},
    {"prompts/get", &features::prompts, get_prompt},
    {"completion/complete", &features::completions, complete},
}};

const method_row* find_row(const std::string& method)
{
    const auto* found = std::ranges::find(method_rows, method, &method_row::name);
    return found == method_rows.end() ? nullptr : found;
}

} // namespace

bool is_catalogue_method(const std::string& method, const features& offered)
{
    const auto* row = find_row(method);
    return row != nullptr && offered.*(row->needs);
}

asio::awaitable<outcome<method_result>>
perform(const std::string& method, const json& params, method_context with)
{
    return find_row(method)->perform(params, with);
}

} // namespace thimble::mcp
