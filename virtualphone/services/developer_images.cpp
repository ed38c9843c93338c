#include "virtualphone/services/developer_images.hpp"

#include "virtualphone/phone/device_facts.hpp"
#include "virtualphone/tss/digest.hpp"
#include "virtualphone/tss/ticket.hpp"

#include <algorithm>
#include <cctype>

namespace thimble::virtualphone {
namespace {

std::string in_small_letters(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

} // namespace

std::string_view image_type(const phone& device)
{
    return device.os.ios().personalized_image ? "Personalized" : "Developer";
}

plist::bytes personalization_nonce(const phone& device, const developer_images& images)
{
    const std::string seed = device.os.who().udid + '/' + std::to_string(images.nonces_rolled);
    return tss::digest_of({reinterpret_cast<const std::uint8_t*>(seed.data()), seed.size()});
}

plist::value personalization_identifiers(const phone& device)
{
    const model& hardware = device.os.hardware();
    const std::string version(device.os.ios().version);
    return {{"BoardId", static_cast<std::uint64_t>(hardware.board_id)},
            {"ChipID", static_cast<std::uint64_t>(hardware.chip_id)},
            {"SecurityDomain", std::uint64_t{1}},
            {"UniqueChipID", chip_number(device)},
            {"Ap,OSLongVersion", version},
            {"Ap,ProductMarketingVersion", version},
            {"Ap,ProductType", hardware.product_type},
            {"Ap,SDKPlatform", "iphoneos"},
            {"Ap,Target", hardware.hardware_model},
            {"Ap,TargetType", in_small_letters(hardware.hardware_model)}};
}

std::string ticket_problem(const phone& device,
                           const developer_images& images,
                           plist::byte_view ticket,
                           const plist::bytes& image,
                           const std::optional<plist::bytes>& trust_cache)
{
    const auto given = tss::decode(ticket);
    if (!given)
        return "the ticket is malformed";
    const model& hardware = device.os.hardware();
    if (given->chip_number != chip_number(device) ||
        given->chip != static_cast<std::uint64_t>(hardware.chip_id) ||
        given->board != static_cast<std::uint64_t>(hardware.board_id))
        return "the ticket is for another device";
    if (given->nonce != personalization_nonce(device, images))
        return "the ticket is for another nonce";
    if (given->image != image)
        return "the ticket is for another image";
    if (trust_cache && given->trust_cache != *trust_cache)
        return "the ticket is for another trust cache";
    return {};
}

} // namespace thimble::virtualphone
