#include "device/coredevice/driver/tunnel_clipboard.hpp"

#include "device/coredevice/pasteboard.hpp"

namespace thimble::device::coredevice {

boost::asio::awaitable<result<std::string>> tunnel_clipboard::read()
{
    auto text = co_await tunnel_.call<std::string>(
        "read_clipboard", [](tunnel_session& by) { return read_pasteboard(by.device); });
    if (!text)
        text.error().phone = reached::nothing; // a read changes nothing
    co_return text;
}

boost::asio::awaitable<result<void>> tunnel_clipboard::write(std::string text)
{
    co_return co_await tunnel_.call<void>("write_clipboard", [&text](tunnel_session& by) {
        return write_pasteboard(by.device, std::move(text));
    });
}

} // namespace thimble::device::coredevice
