#include "daemon/actions/perform.hpp"

#include "daemon/actions/refusals.hpp"

namespace thimble::daemon {

namespace {

/// Whether there is an overload for exactly this action.
template <class Action>
concept performable = requires(stage on, Action what) { perform_one(std::move(on), what); };

boost::asio::awaitable<performance> refuse(stage on, std::string_view name)
{
    co_return std::unexpected(unsupported(*on.phone, name));
}

} // namespace

boost::asio::awaitable<performance> perform(stage on, link::action what)
{
    const auto name = link::name_of(what);
    return std::visit(
        [&]<class Action>(Action& one) {
            if constexpr (performable<Action>)
                return perform_one(std::move(on), std::move(one));
            else
                return refuse(std::move(on), name);
        },
        what);
}

} // namespace thimble::daemon
