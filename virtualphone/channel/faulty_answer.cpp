#include "virtualphone/channel/faulty_answer.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::size_t trickled_at_once = 7; // bytes; never a whole header

asio::awaitable<void> wait(channel& on, milliseconds length)
{
    asio::steady_timer timer(on.executor());
    timer.expires_after(std::chrono::duration_cast<std::chrono::microseconds>(length));
    co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<void> trickle(channel& to, plist::byte_view answer, milliseconds between)
{
    while (!answer.empty()) {
        const std::size_t piece = std::min(trickled_at_once, answer.size());
        co_await to.write(answer.first(piece));
        answer = answer.subspan(piece);
        co_await wait(to, between);
    }
}

void corrupt(plist::bytes& answer, std::size_t framing)
{
    for (std::size_t at = framing; at < answer.size(); ++at)
        answer[at] ^= 0x5A;
}

[[noreturn]] void end_connection(channel& of)
{
    of.close();
    throw boost::system::system_error(asio::error::connection_aborted);
}

} // namespace

asio::awaitable<void>
write_answer(channel& to, plist::bytes answer, std::size_t framing, std::optional<fault> shown)
{
    if (shown) {
        switch (shown->kind) {
        case fault_kind::refuse:
            end_connection(to);
        case fault_kind::hang:
            co_await to.wait_for_end();
            break;
        case fault_kind::trickle:
            co_return co_await trickle(to, answer, shown->length);
        case fault_kind::cut:
            co_await to.write(plist::byte_view(answer).first(answer.size() / 2));
            end_connection(to);
        case fault_kind::delay:
            co_await wait(to, shown->length);
            break;
        case fault_kind::corrupt:
            corrupt(answer, std::min(framing, answer.size()));
            break;
        case fault_kind::error:
            break;
        }
    }
    co_await to.write(answer);
}

} // namespace thimble::virtualphone
