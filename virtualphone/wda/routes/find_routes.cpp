// Finding elements: in the whole tree, below another one, and the one that is typed into.
#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/elements/locator.hpp"
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;
using nlohmann::json;

struct question {
    std::string strategy;
    std::string value;
};

std::expected<question, refusal> read_question(const request& asked)
{
    auto strategy = text_argument(asked.body, "using");
    if (!strategy)
        return std::unexpected(std::move(strategy.error()));
    auto value = text_argument(asked.body, "value");
    if (!value)
        return std::unexpected(std::move(value.error()));
    return question{.strategy = *std::move(strategy), .value = *std::move(value)};
}

/// The elements of the request's question, which is about the element in its path if there is one.
std::expected<std::vector<const element*>, refusal>
found_in(const snapshot& seen, const request& asked, const question& about)
{
    const bool below_another = part_of_path(asked, 2) != "";
    const element* in = &seen.tree();
    if (below_another) {
        const auto parent = seen.find(part_of_path(asked, 2));
        if (!parent)
            return std::unexpected(parent.error());
        in = *parent;
    }
    return find_elements(*in, about.strategy, about.value);
}

awaitable<answer> find_one(automation& agent, const request& asked)
{
    const auto about = read_question(asked);
    if (!about)
        co_return failure(about.error());
    co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
    const snapshot seen(agent);
    const auto found = found_in(seen, asked, *about);
    if (!found)
        co_return failure(found.error());
    if (found->empty())
        co_return failure(errors::no_such_element, "unable to find an element using '" +
                                                       about->strategy + "', value '" +
                                                       about->value + "'");
    co_return success(seen.reference(*found->front()));
}

awaitable<answer> find_all(automation& agent, const request& asked)
{
    const auto about = read_question(asked);
    if (!about)
        co_return failure(about.error());
    co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
    const snapshot seen(agent);
    const auto found = found_in(seen, asked, *about);
    if (!found)
        co_return failure(found.error());
    json list = json::array();
    for (const element* each : *found)
        list.push_back(seen.reference(*each));
    co_return success(std::move(list));
}

answer find_active(automation& agent, const request&)
{
    const snapshot seen(agent);
    const element* const focused = seen.focused();
    if (focused == nullptr)
        return failure(errors::no_such_element, "unable to find an element with keyboard focus");
    return success(seen.reference(*focused));
}

} // namespace

std::span<const route> find_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::get, "/element/active", required, find_active},
        route{verb::post, "/element", required, find_one},
        route{verb::post, "/elements", required, find_all},
        route{verb::post, "/element/:id/element", required, find_one},
        route{verb::post, "/element/:id/elements", required, find_all},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
