// mobile_image_mounter: the developer image, whose services a phone has only while it is mounted.
#include "virtualphone/phone/device_facts.hpp"
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::int64_t largest_image = 1'000'000'000; // bytes
constexpr std::size_t nonce_size = 48;
constexpr std::string_view mounted_note = "com.apple.mobile.developer_image_mounted";

const plist::value complete{{"Status", "Complete"}};

plist::value mount_failure(std::string_view error, std::string_view detail = "")
{
    plist::value answer{{"Error", error}};
    if (!detail.empty())
        answer["DetailedError"] = detail;
    return answer;
}

const plist::value mount_internal_error = mount_failure("InternalError", "The request failed.");

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

std::string_view image_type(const phone& device)
{
    return device.os.ios().personalized_image ? "Personalized" : "Developer";
}

std::string_view mount_path(const phone& device)
{
    return device.os.ios().personalized_image ? "/System/Developer" : "/Developer";
}

plist::bytes signature_of(const service_session& session)
{
    constexpr std::array<std::uint8_t, 4> of_unknown_origin{0x30, 0x02, 0x05, 0x00};
    return session.shared.image_signature.value_or(
        plist::bytes(of_unknown_origin.begin(), of_unknown_origin.end()));
}

/// The keys of a phone without a passcode are never locked away.
bool keys_are_locked(service_session& session)
{
    return session.os().locked() && session.os().who().passcode.has_value();
}

/// From iOS 27 on LookupImage says nothing of a mounted image; CopyDevices still lists it.
bool lookup_is_silent(const phone& device)
{
    constexpr int first_silent = 27;
    const std::string_view version = device.os.ios().version;
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major >= first_silent;
}

/// Answered on a locked phone as on an unlocked one.
plist::value look_up_image(service_session& session, const plist::value& request)
{
    plist::value answer = complete;
    if (lookup_is_silent(session.device))
        return answer;
    answer["ImagePresent"] = false;
    if (!session.device.developer_image_mounted ||
        plist::string_at(request, "ImageType") != image_type(session.device))
        return answer;
    answer["ImagePresent"] = true;
    answer["ImageSignature"] = plist::value::array({plist::data(signature_of(session))});
    return answer;
}

plist::value copy_devices(service_session& session, const plist::value&)
{
    plist::value entries = plist::value::array();
    if (session.device.developer_image_mounted)
        entries.push_back({{"DiskImageType", image_type(session.device)},
                           {"IsMounted", true},
                           {"MountPath", mount_path(session.device)},
                           {"ImageSignature", plist::data(signature_of(session))}});
    plist::value answer = plist::value::object();
    answer["EntryList"] = std::move(entries);
    return answer;
}

plist::value mount(service_session& session, const plist::value& request)
{
    phone& device = session.device;
    auto signature = plist::data_at(request, "ImageSignature");
    if (!signature)
        return mount_failure("MissingImageSignature");
    if (keys_are_locked(session))
        return mount_failure("DeviceLocked", "The device is locked.");
    if (device.os.ios().developer_mode && !device.developer_mode)
        return mount_failure("InternalError", "Developer mode is not enabled.");
    if (plist::string_at(request, "ImageType") != image_type(device))
        return mount_failure("InternalError",
                             "The image is of a type that this iOS does not mount.");
    if (device.developer_image_mounted)
        return mount_failure("ImageMountFailed", "The image is already mounted.");
    device.developer_image_mounted = true;
    session.shared.image_signature = std::move(*signature);
    session.shared.notifications.post(mounted_note);
    return complete;
}

plist::value unmount(service_session& session, const plist::value& request)
{
    phone& device = session.device;
    if (keys_are_locked(session))
        return mount_failure("DeviceLocked", "The device is locked.");
    if (!device.developer_image_mounted ||
        plist::string_at(request, "MountPath") != mount_path(device))
        return mount_failure("InternalError", "There is no matching entry in the device map.");
    device.developer_image_mounted = false;
    session.shared.image_signature.reset();
    return complete;
}

plist::value query_developer_mode(service_session& session, const plist::value&)
{
    if (!session.device.os.ios().developer_mode)
        return mount_failure("UnknownCommand");
    return {{"DeveloperModeStatus", session.device.developer_mode}};
}

plist::value query_nonce(service_session& session, const plist::value&)
{
    if (!session.device.os.ios().personalized_image)
        return mount_failure("UnknownCommand");
    plist::bytes nonce(nonce_size);
    std::uint64_t rest = chip_number(session.device);
    for (std::uint8_t& byte : nonce) {
        rest = rest * 6364136223846793005U + 1442695040888963407U;
        byte = static_cast<std::uint8_t>(rest >> 56);
    }
    plist::value answer = plist::value::object();
    answer["PersonalizationNonce"] = plist::data(nonce);
    return answer;
}

/// The nonce of this phone never changes, so there is nothing more to do.
plist::value roll_nonce(service_session& session, const plist::value&)
{
    if (!session.device.os.ios().personalized_image)
        return mount_failure("UnknownCommand");
    return keys_are_locked(session) ? mount_failure("DeviceLocked", "The device is locked.")
                                    : complete;
}

plist::value query_identifiers(service_session& session, const plist::value&)
{
    const model& hardware = session.device.os.hardware();
    if (!session.device.os.ios().personalized_image)
        return mount_failure("UnknownCommand");
    plist::value answer = plist::value::object();
    answer["PersonalizationIdentifiers"] = {{"BoardId", hardware.board_id},
                                            {"ChipID", hardware.chip_id},
                                            {"SecurityDomain", 1},
                                            {"UniqueChipID", chip_number(session.device)}};
    return answer;
}

plist::value hang_up(service_session&, const plist::value&)
{
    return {{"Goodbye", true}};
}

using handler = plist::value (*)(service_session&, const plist::value&);

handler handler_of(const std::string& command)
{
    static const std::map<std::string_view, handler> handlers{
        {"LookupImage", look_up_image},
        {"CopyDevices", copy_devices},
        {"MountImage", mount},
        {"UnmountImage", unmount},
        {"QueryDeveloperModeStatus", query_developer_mode},
        {"QueryNonce", query_nonce},
        {"RollPersonalizationNonce", roll_nonce},
        {"RollCryptexNonce", roll_nonce},
        {"QueryPersonalizationIdentifiers", query_identifiers},
        {"Hangup", hang_up},
    };
    const auto found = handlers.find(command);
    return found == handlers.end() ? nullptr : found->second;
}

/// The image itself follows on the bare stream; it is taken and forgotten.
asio::awaitable<void> take_image(service_session& session, std::int64_t left)
{
    std::array<std::uint8_t, 16384> part{};
    while (left > 0) {
        const auto size = std::min(left, static_cast<std::int64_t>(part.size()));
        co_await session.connection.read(std::span(part).first(static_cast<std::size_t>(size)));
        left -= size;
    }
}

/// False: refused.
asio::awaitable<bool> receive_image(service_session& session, const plist::value& request)
{
    const std::int64_t size = plist::integer_at(request, "ImageSize").value_or(-1);
    std::optional<plist::value> refusal;
    if (size < 0 || size > largest_image)
        refusal = mount_failure("InvalidArgument", "ImageSize is missing or too large.");
    else if (keys_are_locked(session))
        refusal = mount_failure("DeviceLocked", "The device is locked.");
    if (refusal) {
        co_await session.host.send(*refusal, mount_internal_error);
        co_return false;
    }
    co_await session.host.send({{"Status", "ReceiveBytesAck"}}, mount_internal_error);
    co_await take_image(session, size);
    co_await session.host.send(complete, mount_internal_error);
    co_return true;
}

/// False: refused, or the host has hung up.
asio::awaitable<bool> serve_command(service_session& session)
{
    const plist::value request = co_await session.host.receive();
    const std::string command = plist::string_at(request, "Command").value_or("");
    if (command == "ReceiveBytes")
        co_return co_await receive_image(session, request);
    const handler handle = handler_of(command);
    const plist::value answer = handle ? handle(session, request) : mount_failure("UnknownCommand");
    co_await session.host.send(answer, mount_internal_error);
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
