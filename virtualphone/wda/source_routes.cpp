// The accessibility tree of what is in front.
#include "virtualphone/wda/page_source.hpp"
#include "virtualphone/wda/route.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;

boost::asio::awaitable<answer> source(automation& agent, const request& asked)
{
    const auto given = asked.query.find("format");
    const std::string format = given == asked.query.end() ? "xml" : given->second;
    if (format != "xml" && format != "json" && format != "description") {
        co_return failure(errors::invalid_argument,
                          "Unknown source format '" + format +
                              "'. Only xml, json and description are supported.");
    }
    co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
    const element tree = agent.os().tree();
    if (format == "json")
        co_return success(source_as_json(tree));
    if (format == "description")
        co_return success(source_as_description(tree));
    const auto scope = asked.query.find("scope");
    co_return success(
        source_as_xml(tree, scope == asked.query.end() ? std::string_view() : scope->second));
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
