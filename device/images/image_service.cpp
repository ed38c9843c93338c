// Conversation with the image service: a property list behind its length in both directions,
// commands and what they answer, and the upload of an image in parts.
#include "device/images/image_service.hpp"

#include "device/images/image_answers.hpp"
#include "device/images/image_content.hpp"
#include "device/usbmux/client_label.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <vector>

namespace thimble::device::images {
namespace {

using service_descriptor = owned<lockdownd_service_descriptor_t, lockdownd_service_descriptor_free>;

constexpr auto image_service_name = "com.apple.mobile.mobile_image_mounter";
constexpr std::uint32_t largest_answer = 4U << 20; // bytes
constexpr unsigned answer_wait = 30'000;           // ms: a mount takes some seconds
constexpr std::size_t upload_part = 64U << 10;     // bytes
constexpr auto image_kind = "DeveloperDiskImage";

failure no_service()
{
    return {.what = problem::refused,
            .message = "The phone's image service cannot be reached. Unlock the phone and trust "
                       "this computer on it.",
            .cause = "no_service"};
}

failure broken_off()
{
    return {.what = problem::refused,
            .phone = reached::perhaps,
            .message = "The phone's image service ended the conversation.",
            .cause = "connection_lost"};
}

} // namespace

plist::property_dictionary image_command(std::string name)
{
    return {{"Command", {std::move(name)}}};
}

result<void> image_service::open()
{
    if (client_)
        return {};
    phone_ = open_phone(where_);
    if (!phone_)
        return std::unexpected(no_service());
    lockdown_client lockdown; // each has what it is given only after the full expression
    auto failed = lockdownd_client_new_with_handshake(phone_.get(), adopt(lockdown), client_label);
    if (failed != LOCKDOWN_E_SUCCESS)
        return std::unexpected(no_service());
    service_descriptor service;
    failed = lockdownd_start_service(lockdown.get(), image_service_name, adopt(service));
    if (failed != LOCKDOWN_E_SUCCESS)
        return std::unexpected(no_service());
    if (service_client_new(phone_.get(), service.get(), adopt(client_)) != SERVICE_E_SUCCESS)
        return std::unexpected(no_service());
    return {};
}

result<void> image_service::send_all(const char* data, std::size_t size)
{
    while (size > 0) {
        std::uint32_t sent = 0;
        if (service_send(client_.get(), data, static_cast<std::uint32_t>(size), &sent) !=
                SERVICE_E_SUCCESS ||
            sent == 0) {
            client_.reset();
            return std::unexpected(broken_off());
        }
        data += sent;
        size -= sent;
    }
    return {};
}

/// Four bytes of length, most significant first, and the property list.
result<void> image_service::send(const plist::property_value& what)
{
    const auto text = plist::to_xml(what);
    const auto length = static_cast<std::uint32_t>(text.size());
    const std::array<char, 4> header{static_cast<char>(length >> 24U),
                                     static_cast<char>(length >> 16U),
                                     static_cast<char>(length >> 8U), static_cast<char>(length)};
    if (auto sent = send_all(header.data(), header.size()); !sent)
        return sent;
    return send_all(text.data(), text.size());
}

result<plist::property_value> image_service::receive()
{
    const auto read = [&](char* to, std::uint32_t size) {
        while (size > 0) {
            std::uint32_t got = 0;
            if (service_receive_with_timeout(client_.get(), to, size, &got, answer_wait) !=
                    SERVICE_E_SUCCESS ||
                got == 0)
                return false;
            to += got;
            size -= got;
        }
        return true;
    };
    std::array<char, 4> header{};
    bool good = read(header.data(), 4);
    std::uint32_t length = 0;
    for (const char each : header)
        length = length << 8U | static_cast<unsigned char>(each);
    std::string content;
    if (good = good && length <= largest_answer; good) {
        content.resize(length);
        good = read(content.data(), length);
    }
    if (good)
        if (auto answer = plist::parse_property_list(content))
            return std::move(*answer);
    client_.reset();
    return std::unexpected(broken_off());
}

result<plist::property_value> image_service::answer_to(const plist::property_value& question)
{
    if (auto sent = send(question); !sent)
        return std::unexpected(sent.error());
    auto answer = receive();
    if (answer && plist::member_of(*answer, "Error") != nullptr) {
        client_.reset(); // so has the phone
        return std::unexpected(image_refusal(*answer));
    }
    return answer;
}

result<plist::property_value> image_service::ask(plist::property_dictionary question)
{
    if (auto opened = open(); !opened)
        return std::unexpected(opened.error());
    return answer_to({std::move(question)});
}

result<personal_identity> image_service::identity()
{
    auto question = image_command("QueryPersonalizationIdentifiers");
    question["PersonalizedImageType"] = {image_kind};
    const auto answer = ask(std::move(question));
    if (!answer)
        return std::unexpected(answer.error());
    const auto* const all = plist::member_of(*answer, "PersonalizationIdentifiers");
    if (all == nullptr)
        return std::unexpected(broken_off());
    const auto board = plist::unsigned_at(*all, "BoardId");
    const auto chip = plist::unsigned_at(*all, "ChipID");
    const auto chip_number = plist::unsigned_at(*all, "UniqueChipID");
    if (!board || !chip || !chip_number)
        return std::unexpected(broken_off());
    return personal_identity{.board = *board,
                             .chip = *chip,
                             .chip_number = *chip_number,
                             .security_domain =
                                 plist::unsigned_at(*all, "SecurityDomain").value_or(1),
                             .all = *all};
}

result<blob> image_service::nonce()
{
    auto question = image_command("QueryNonce");
    question["HostProcessName"] = {"CoreDeviceService"};
    question["PersonalizedImageType"] = {image_kind};
    const auto answer = ask(std::move(question));
    if (!answer)
        return std::unexpected(answer.error());
    auto nonce = plist::data_at(*answer, "PersonalizationNonce");
    if (!nonce || nonce->empty())
        return std::unexpected(broken_off());
    return *nonce;
}

result<blob> image_service::kept_ticket(const blob& image_digest)
{
    auto question = image_command("QueryPersonalizationManifest");
    question["PersonalizedImageType"] = {image_kind};
    question["ImageType"] = {image_kind};
    question["ImageSignature"] = {plist::property_data{image_digest}};
    const auto answer = ask(std::move(question));
    if (!answer)
        return std::unexpected(answer.error());
    auto ticket = plist::data_at(*answer, "ImageSignature");
    if (!ticket || ticket->empty())
        return std::unexpected(broken_off());
    return *ticket;
}

result<void> image_service::upload(const std::filesystem::path& image,
                                   const char* type,
                                   const blob& signature,
                                   const upload_progress& progress)
{
    std::error_code failed;
    const auto size = std::filesystem::file_size(image, failed);
    std::ifstream from(image, std::ios::binary);
    if (failed || !from)
        return std::unexpected(unreadable(image));
    auto question = image_command("ReceiveBytes");
    question["ImageType"] = {type};
    question["ImageSize"] = {std::uint64_t{size}};
    question["ImageSignature"] = {plist::property_data{signature}};
    if (const auto answer = ask(std::move(question)); !answer)
        return std::unexpected(answer.error());
    std::vector<char> part(upload_part);
    std::uint64_t sent = 0;
    while (sent < size) {
        const auto now = std::min<std::uint64_t>(part.size(), size - sent);
        from.read(part.data(), static_cast<std::streamsize>(now));
        if (static_cast<std::uint64_t>(from.gcount()) != now) {
            client_.reset();
            return std::unexpected(broken_off());
        }
        if (auto went = send_all(part.data(), now); !went)
            return went;
        sent += now;
        if (progress)
            progress(sent, size);
    }
    const auto taken = receive();
    if (!taken)
        return std::unexpected(taken.error());
    if (plist::member_of(*taken, "Error") == nullptr)
        return {};
    client_.reset();
    return std::unexpected(image_refusal(*taken));
}

result<void> image_service::mount(const char* type, const blob& signature, const blob* trust_cache)
{
    auto question = image_command("MountImage");
    question["ImageType"] = {type};
    question["ImageSignature"] = {plist::property_data{signature}};
    if (trust_cache != nullptr)
        question["ImageTrustCache"] = {plist::property_data{*trust_cache}};
    const auto answer = ask(std::move(question));
    if (!answer)
        return std::unexpected(answer.error());
    return {};
}

/// From iOS 27 on LookupImage finds nothing, and CopyDevices still lists it.
result<std::vector<blob>> image_service::mounted(const char* type)
{
    auto question = image_command("LookupImage");
    question["ImageType"] = {std::string(type)};
    const auto found = ask(std::move(question));
    if (!found)
        return std::unexpected(found.error());
    if (auto signatures = looked_up_signatures(*found); !signatures.empty())
        return signatures;
    const auto listed = ask(image_command("CopyDevices"));
    return listed ? listed_signatures(*listed, type) : std::vector<blob>();
}

result<void> image_service::unmount(const char* type)
{
    auto question = image_command("UnmountImage");
    question["MountPath"] = {
        std::string(type == std::string_view(signed_type) ? "/System/Developer" : "/Developer")};
    const auto answer = ask(std::move(question));
    if (answer)
        return {};
    auto why = answer.error();
    if (why.cause == "image_refused") {
        why.cause = "unmount_refused";
        why.message = "The phone keeps the developer image that it has: " +
                      why.message.substr(refused_image.size());
    }
    return std::unexpected(std::move(why));
}

} // namespace thimble::device::images
