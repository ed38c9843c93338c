#include "daemon/actions/perform.hpp"

#include "daemon/frames/phone_frames.hpp"

namespace thimble::daemon {

boost::asio::awaitable<action_outcome> perform(action_context on, link::action what)
{
    const bool is_input = link::lane_of(what) == link::lane::input;
    const input_mark under_way(is_input ? on.frames : nullptr);
    co_return co_await std::visit(
        [&](auto& one) { return perform_one(std::move(on), std::move(one)); }, what);
}

} // namespace thimble::daemon
