// Looks for what a selector names, and touches nothing.
#include "daemon/actions/element_json.hpp"
#include "daemon/actions/element_search.hpp"
#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

boost::asio::awaitable<performance> perform_one(stage on, link::find_element what)
{
    auto search = co_await element_search::begin(std::move(on), what);
    if (!search)
        co_return std::unexpected(std::move(search.error()));
    auto found = co_await search->find(what.selector, what.in_text);
    if (!found)
        co_return std::unexpected(std::move(found.error()));
    performed done;
    done.value["element"] = std::move(found->details);
    done.value["space"] = space_json(found->space);
    done.value["app"] = search->app();
    co_return done;
}

} // namespace thimble::daemon
