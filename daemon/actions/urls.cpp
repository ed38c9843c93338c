// Addresses, and shortcuts, which are run by an address of theirs.
#include "contract/url_check.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace {

boost::asio::awaitable<action_outcome>
open_address(action_context on, std::string url, link::action what)
{
    device::url_opener* urls = on.phone->urls();
    if (urls == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::name_of(what)));
    const auto opened = co_await urls->open(std::move(url));
    if (!opened)
        co_return std::unexpected(refused_by(*on.phone, opened.error(), what));
    co_return action_result{};
}

std::string address_of(const link::shortcut& what)
{
    auto url = "shortcuts://run-shortcut?name=" + service::percent_encoded(what.shortcut_name);
    if (what.input)
        url += "&input=text&text=" + service::percent_encoded(*what.input);
    return url;
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::open_url what)
{
    if (auto checked = service::check_url(what.url); !checked)
        co_return std::unexpected(refusal{.why = std::move(checked.error())});
    co_return co_await open_address(std::move(on), what.url, what);
}

/// The Shortcuts app tells nobody how the shortcut ended.
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::shortcut what)
{
    co_return co_await open_address(std::move(on), address_of(what), what);
}

} // namespace thimble::daemon
