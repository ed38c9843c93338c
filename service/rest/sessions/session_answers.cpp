#include "service/rest/sessions/session_answers.hpp"

#include "service/agent_loop/session_failures.hpp"
#include "text/ascii.hpp"

namespace thimble::service::api {

boost::asio::awaitable<result<sessions::facts>> find_session(services& in, call& what)
{
    const auto& id = what.path.find("session_id")->second;
    auto found = co_await in.sessions.find(what.who.id, to_lower(id));
    if (found && !what.who.rights.may_use(found->phone_id))
        co_return std::unexpected(session_not_found(id));
    if (found)
        what.phone_id = found->phone_id;
    co_return found;
}

} // namespace thimble::service::api
