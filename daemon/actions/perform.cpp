#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

boost::asio::awaitable<performance> perform(stage on, link::action what)
{
    return std::visit([&](auto& one) { return perform_one(std::move(on), std::move(one)); }, what);
}

} // namespace thimble::daemon
