#include "virtualphone/tss/signing.hpp"

#include "virtualphone/tss/ticket.hpp"

#include <fmt/format.h>

namespace thimble::virtualphone::tss {
namespace {

// Statuses of Apple's server.
constexpr int not_understood = 100;
constexpr int not_eligible = 94;

constexpr std::size_t digest_bytes = 48;

signing_answer refuse(int status, std::string_view message)
{
    return {status, fmt::format("STATUS={}&MESSAGE={}", status, message)};
}

/// The digest of a part that may be signed.
std::optional<plist::bytes> eligible_part(const plist::value& request, std::string_view name)
{
    const plist::value* part = plist::find(request, name);
    if (part == nullptr || plist::bool_at(*part, "Trusted") != true ||
        plist::bool_at(*part, "EPRO") != true || plist::bool_at(*part, "ESEC") != true)
        return std::nullopt;
    auto digest = plist::data_at(*part, "Digest");
    if (!digest || digest->size() != digest_bytes)
        return std::nullopt;
    return digest;
}

} // namespace

signing_answer sign(std::string_view request)
{
    const auto* const first = reinterpret_cast<const std::uint8_t*>(request.data());
    const auto asked = plist::parse({first, request.size()});
    if (!asked || plist::bool_at(*asked, "@ApImg4Ticket") != true)
        return refuse(not_understood, "The request is malformed.");
    const auto chip_number = unsigned_at(*asked, "ApECID");
    const auto chip = unsigned_at(*asked, "ApChipID");
    const auto board = unsigned_at(*asked, "ApBoardID");
    auto nonce = plist::data_at(*asked, "ApNonce");
    if (!chip_number || !chip || !board || !nonce)
        return refuse(not_understood, "The request is malformed.");
    auto image = eligible_part(*asked, "PersonalizedDMG");
    auto trust_cache = eligible_part(*asked, "LoadableTrustCache");
    if (!image || !trust_cache)
        return refuse(not_eligible, "This device isn't eligible for the requested build.");
    plist::value answer = plist::value::object();
    answer["ApImg4Ticket"] = plist::data(encode({.chip_number = *chip_number,
                                                 .chip = *chip,
                                                 .board = *board,
                                                 .nonce = std::move(*nonce),
                                                 .image = std::move(*image),
                                                 .trust_cache = std::move(*trust_cache)}));
    const plist::bytes xml = plist::to_xml(answer);
    return {0, "STATUS=0&MESSAGE=SUCCESS&REQUEST_STRING=" + std::string(xml.begin(), xml.end())};
}

} // namespace thimble::virtualphone::tss
