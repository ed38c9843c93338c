// screenshotr: the picture as PNG, over DeviceLink (arrays that begin with a message's name).
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr int major_version = 400;
constexpr int minor_version = 0;

const plist::value& screenshot_refusal()
{
    static const auto message =
        plist::value::array({"DLMessageDisconnect", "___EmptyParameterString___"});
    return message;
}

bool is(const plist::value& message, std::string_view name)
{
    return message.is_array() && !message.empty() && message.front() == name;
}

asio::awaitable<bool> agree_on_version(service_session& session)
{
    co_await session.host.send(
        plist::value::array({"DLMessageVersionExchange", major_version, minor_version}),
        screenshot_refusal());
    const plist::value answer = co_await session.host.receive();
    if (!is(answer, "DLMessageVersionExchange") || answer.size() < 2 || answer[1] != "DLVersionsOk")
        co_return false;
    co_await session.host.send(plist::value::array({"DLMessageDeviceReady"}), screenshot_refusal());
    co_return true;
}

asio::awaitable<void> answer_request(service_session& session)
{
    const encoded_picture picture = session.os().frame_png();
    const plist::value content{{"MessageType", "ScreenShotReply"},
                               {"ScreenShotData", plist::data(*picture)}};
    co_await session.host.send(plist::value::array({"DLMessageProcessMessage", content}),
                               screenshot_refusal());
}

} // namespace

asio::awaitable<void> serve_screenshotr(service_session& session)
{
    if (!co_await agree_on_version(session))
        co_return;
    for (;;) {
        const plist::value message = co_await session.host.receive();
        if (is(message, "DLMessageDisconnect"))
            co_return;
        if (is(message, "DLMessageProcessMessage") && message.size() > 1 &&
            plist::string_at(message[1], "MessageType") == "ScreenShotRequest")
            co_await answer_request(session);
        else if (!is(message, "DLMessagePing"))
            co_return co_await session.host.send(screenshot_refusal(), screenshot_refusal());
    }
}

} // namespace thimble::virtualphone
