#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

boost::asio::awaitable<performance> perform(stage on, link::action what)
{
    return std::visit([&](const auto& one) { return perform(std::move(on), one); },
                      std::move(what));
}

} // namespace thimble::daemon
