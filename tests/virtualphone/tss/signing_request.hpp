// A request for a ticket, as hosts word it.
#pragma once

#include "virtualphone/tss/digest.hpp"

#include <string>

namespace thimble::virtualphone::tss {

inline plist::value image_part(plist::byte_view content)
{
    plist::value part{{"Trusted", true}, {"EPRO", true}, {"ESEC", true}};
    part["Digest"] = plist::data(digest_of(content));
    return part;
}

/// For the image {1} with the trust cache {2}.
inline plist::value signing_request_for(std::uint64_t chip_number, const plist::bytes& nonce)
{
    plist::value request{{"@ApImg4Ticket", true}, {"@HostPlatformInfo", "mac"}};
    request["ApECID"] = chip_number;
    request["ApChipID"] = 0x8130;
    request["ApBoardID"] = 4;
    request["ApNonce"] = plist::data(nonce);
    request["PersonalizedDMG"] = image_part(plist::bytes{1});
    request["LoadableTrustCache"] = image_part(plist::bytes{2});
    return request;
}

inline std::string xml_of(const plist::value& content)
{
    const plist::bytes xml = plist::to_xml(content);
    return {xml.begin(), xml.end()};
}

} // namespace thimble::virtualphone::tss
