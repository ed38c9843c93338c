#include "mcp/server.hpp"

#include "mcp/modern.hpp"

#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;

server::server(asio::any_io_executor home,
               catalogue& offers,
               server_settings settings,
               running_requests::failure_log on_failure)
    : parts_(std::move(home), offers, std::move(settings), std::move(on_failure))
{
}

running_requests::handle server::begin(request what, principal who, std::shared_ptr<outlet> to)
{
    const auto handle = parts_.running.next_handle();
    auto work = answer_modern(parts_, std::move(what), who, std::move(to));
    parts_.running.begin(handle, std::move(who), std::move(work));
    return handle;
}

std::expected<opened_session, error> server::open(const request& what, principal who)
{
    return open_session(parts_, what, std::move(who));
}

void server::close()
{
    parts_.closed = true;
    parts_.closing.notify_all();
}

asio::awaitable<void> server::end()
{
    close();
    parts_.running.cancel_all();
    co_await parts_.running.until_empty();
}

} // namespace thimble::mcp
