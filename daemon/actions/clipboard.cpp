// The phone's clipboard.
#include "daemon/actions/perform.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::copy_text what)
{
    device::clipboard* clipboard = on.phone->clipboard();
    if (clipboard == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::copy_text::name));
    const auto written = co_await clipboard->write(what.text);
    if (!written)
        co_return std::unexpected(refused_by(*on.phone, written.error(), what));
    co_return action_result{};
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::read_clipboard what)
{
    device::clipboard* clipboard = on.phone->clipboard();
    if (clipboard == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::read_clipboard::name));
    auto text = co_await clipboard->read();
    if (!text)
        co_return std::unexpected(refused_by(*on.phone, text.error(), what));
    action_result done;
    done.value["empty"] = text->empty();
    done.value["text"] = std::move(*text);
    co_return done;
}

} // namespace thimble::daemon
