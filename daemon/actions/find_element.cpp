// Looks for what a selector names, and touches nothing.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/element_json.hpp"
#include "daemon/actions/screen_state/element_search.hpp"

namespace thimble::daemon {

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::find_element what)
{
    auto search = co_await element_search::begin(std::move(on), what, focus::told);
    if (!search)
        co_return std::unexpected(std::move(search.error()));
    auto found = co_await search->find(what.selector, what.in_text);
    if (!found)
        co_return std::unexpected(std::move(found.error()));
    action_result done;
    done.value["element"] = std::move(found->details);
    done.value["space"] = space_json(found->space);
    done.value["app"] = search->app();
    co_return done;
}

} // namespace thimble::daemon
