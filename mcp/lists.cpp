#include "mcp/lists.hpp"

#include "text/base64.hpp"

#include <algorithm>
#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

void set_if(json& out, const char* name, const std::string& value)
{
    if (!value.empty())
        out[name] = value;
}

json entry_of(const resource& what)
{
    json out{{"uri", what.uri}, {"name", what.name}};
    set_if(out, "title", what.title);
    set_if(out, "description", what.description);
    set_if(out, "mimeType", what.media_type);
    return out;
}

json entry_of(const resource_template& what)
{
    json out{{"uriTemplate", what.uri_template}, {"name", what.name}};
    set_if(out, "title", what.title);
    set_if(out, "description", what.description);
    set_if(out, "mimeType", what.media_type);
    return out;
}

json entry_of(const prompt& what)
{
    json out{{"name", what.name}, {"arguments", json::array()}};
    set_if(out, "title", what.title);
    set_if(out, "description", what.description);
    for (const auto& each : what.arguments) {
        json argument{{"name", each.name}, {"required", each.required}};
        set_if(argument, "description", each.description);
        out["arguments"].push_back(std::move(argument));
    }
    return out;
}

json entry_of(const tool& what)
{
    return to_json(what);
}

/// Where the page begins that `params` ask for. A cursor names the last entry of the page before.
template <class Entry>
outcome<std::size_t>
first_of_page(const std::vector<Entry>& all, std::string Entry::* key, const json& params)
{
    const auto given = params.find("cursor");
    if (given == params.end())
        return 0;
    const auto last = given->is_string()
                          ? service::decode_base64url(given->get_ref<const std::string&>())
                          : std::nullopt;
    const auto found = last ? std::ranges::find(all, *last, key) : all.end();
    if (found == all.end())
        return std::unexpected(invalid_params("The cursor is not valid: begin without one"));
    return static_cast<std::size_t>(found - all.begin()) + 1;
}

template <class Entry>
outcome<method_result> page_of(const std::vector<Entry>& all,
                               std::string Entry::* key,
                               const char* name,
                               const json& params,
                               const method_context& with)
{
    const auto first = first_of_page(all, key, params);
    if (!first)
        return std::unexpected(first.error());
    const auto end = std::min(all.size(), *first + with.page_size);
    json entries = json::array();
    for (auto at = *first; at < end; ++at)
        entries.push_back(entry_of(all[at]));
    method_result out{.fresh = with.from.offers().lists};
    out.body[name] = std::move(entries);
    if (end < all.size())
        out.body["nextCursor"] = service::encode_base64url(all[end - 1].*key);
    return out;
}

} // namespace

json to_json(const tool& what)
{
    json out{{"name", what.name}, {"inputSchema", what.input_schema}};
    set_if(out, "title", what.title);
    set_if(out, "description", what.description);
    if (!what.output_schema.is_null())
        out["outputSchema"] = what.output_schema;
    if (!what.annotations.is_null())
        out["annotations"] = what.annotations;
    return out;
}

asio::awaitable<outcome<method_result>> list_tools(const json& params, method_context with)
{
    co_return page_of(with.from.tools(with.of.who()), &tool::name, "tools", params, with);
}

asio::awaitable<outcome<method_result>> list_resources(const json& params, method_context with)
{
    const auto all = co_await with.from.resources(with.of.who());
    co_return page_of(all, &resource::uri, "resources", params, with);
}

asio::awaitable<outcome<method_result>> list_templates(const json& params, method_context with)
{
    co_return page_of(with.from.resource_templates(with.of.who()), &resource_template::uri_template,
                      "resourceTemplates", params, with);
}

asio::awaitable<outcome<method_result>> list_prompts(const json& params, method_context with)
{
    co_return page_of(with.from.prompts(with.of.who()), &prompt::name, "prompts", params, with);
}

} // namespace thimble::mcp
