// mobile_image_mounter: the developer image, whose services a phone has only while it is mounted.
#include "virtualphone/services/image_commands.hpp"
#include "virtualphone/services/services.hpp"
#include "virtualphone/tss/digest.hpp"

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <array>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::int64_t largest_image = 1'000'000'000; // bytes

const plist::value upload_error = image_failure("InternalError", "The request failed.");

/// One host at a time, whatever way its connection ends.
class turn {
public:
    explicit turn(service_state& of) : state_(of) { state_.mounter_busy = true; }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() { state_.mounter_busy = false; }

private:
    service_state& state_;
};

/// Why no image may follow; nothing if one may.
std::optional<plist::value> upload_obstacle(service_session& session, const plist::value& request)
{
    if (image_keys_are_locked(session))
        return image_failure("DeviceLocked", "The device is locked.");
    if (!plist::string_at(request, "ImageType"))
        return image_failure("MissingImageType", "The image's type is missing.");
    const auto size = plist::integer_at(request, "ImageSize");
    if (!size)
        return image_failure("MissingImageSize", "The image's size is missing.");
    if (*size < 0 || *size > largest_image)
        return image_failure("InvalidArgument", "The image's size is out of range.");
    if (!plist::data_at(request, "ImageSignature"))
        return image_failure("MissingImageSignature", "The image's signature is missing.");
    return std::nullopt;
}

/// The image itself follows on the bare stream; its digest is what is kept of it.
asio::awaitable<plist::bytes> take_image(service_session& session, std::int64_t left)
{
    std::array<std::uint8_t, 16384> part{};
    tss::image_digest digest;
    while (left > 0) {
        const auto size = std::min(left, static_cast<std::int64_t>(part.size()));
        const auto now = std::span(part).first(static_cast<std::size_t>(size));
        co_await session.connection.read(now);
        digest.add(now);
        left -= size;
    }
    co_return digest.finish();
}

/// False: refused.
asio::awaitable<bool> receive_image(service_session& session, const plist::value& request)
{
    developer_images& images = session.shared.images;
    if (const auto obstacle = upload_obstacle(session, request)) {
        co_await session.host.send(*obstacle, upload_error);
        co_return false;
    }
    images.uploaded.reset();
    co_await session.host.send({{"Status", "ReceiveBytesAck"}}, upload_error);
    const std::string type = plist::string_at(request, "ImageType").value_or("");
    auto digest = co_await take_image(session, plist::integer_at(request, "ImageSize").value_or(0));
    const auto signature = plist::data_at(request, "ImageSignature").value_or(plist::bytes());
    if (type == "Personalized") {
        const auto problem =
            ticket_problem(session.device, images, signature, digest, std::nullopt);
        if (!problem.empty()) {
            co_await session.host.send(
                image_failure("InternalError", "The image was not taken: " + problem + "."),
                upload_error);
            co_return false;
        }
    }
    images.uploaded = {.type = type, .digest = std::move(digest)};
    co_await session.host.send({{"Status", "Complete"}}, upload_error);
    co_return true;
}

/// False: refused, or the host has hung up.
asio::awaitable<bool> serve_command(service_session& session)
{
    const plist::value request = co_await session.host.receive();
    const auto command = plist::string_at(request, "Command");
    if (command == "ReceiveBytes")
        co_return co_await receive_image(session, request);
    const image_command perform = command ? image_command_named(*command) : nullptr;
    plist::value answer;
    if (perform != nullptr)
        answer = perform(session, request);
    else if (command)
        answer = image_failure("UnknownCommand", "The command is unknown.");
    else
        answer = image_failure("MissingCommand", "The command is missing.");
    co_await session.host.send(answer, upload_error);
    co_return !answer.contains("Error") && command != "Hangup";
}

} // namespace

asio::awaitable<void> serve_mobile_image_mounter(service_session& session)
{
    if (session.shared.mounter_busy)
        co_return;
    const turn ours(session.shared);
    while (co_await serve_command(session)) {
        // A refusal ends the connection: the host has to start the service anew.
    }
}

} // namespace thimble::virtualphone
