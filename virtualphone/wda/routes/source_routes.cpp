// The accessibility tree of what is in front.
#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/elements/json_source.hpp"
#include "virtualphone/wda/elements/page_source.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>
#include <ranges>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;

/// "frame,visible".
attribute_names excluded_by(const request& asked)
{
    attribute_names names;
    const auto given = asked.query.find("excluded_attributes");
    if (given != asked.query.end())
        for (const auto name : std::views::split(given->second, ','))
            names.emplace(name.begin(), name.end());
    return names;
}

/// Drops the elements below the greatest depth.
void limit_depth(element& all, int depth)
{
    if (depth <= 0)
        all.children.clear();
    for (element& each : all.children)
        limit_depth(each, depth - 1);
}

boost::asio::awaitable<answer> source(automation& agent, const request& asked)
{
    const auto given = asked.query.find("format");
    const std::string format = given == asked.query.end() ? "xml" : given->second;
    if (format != "xml" && format != "json" && format != "description") {
        co_return failure(errors::invalid_argument,
                          "Unknown source format '" + format +
                              "'. Only xml, json and description are supported.");
    }
    if (agent.device().faults.take("wda.source")) {
        answer never_sent;
        never_sent.lost = true;
        co_return never_sent;
    }
    co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
    element tree = agent.os().tree_of(agent.active_application(asked.session.has_value()));
    limit_depth(tree, agent.options().snapshot_depth());
    co_await agent.sleep(agent.device().times.of_source(element_count(tree)));
    if (format == "json")
        co_return success(source_as_json(tree, agent.device().agent, excluded_by(asked)));
    if (format == "description")
        co_return success(source_as_description(tree));
    const auto scope = asked.query.find("scope");
    co_return success(source_as_xml(tree,
                                    scope == asked.query.end() ? std::string_view() : scope->second,
                                    agent.device().agent, excluded_by(asked)));
}

} // namespace

std::span<const route> source_routes()
{
    static constexpr std::array table{
        route{verb::get, "/source", session_form::either, source},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
