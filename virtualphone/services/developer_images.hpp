// The developer images of one phone: the mounted one, the uploaded one, and the tickets that it
// has.
#pragma once

#include "virtualphone/phone/phone.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// Complete, and not mounted yet. A failed mount deletes it.
struct uploaded_image {
    std::string type;
    plist::bytes digest;
};

/// Shared by the connections of one phone. Home thread only.
struct developer_images {
    /// Mark by which the phone tells of the one that a host mounted: up to iOS 16 its signature,
    /// later its digest.
    std::optional<plist::bytes> mounted;
    std::optional<uploaded_image> uploaded;
    std::map<plist::bytes, plist::bytes> tickets; // by the image's digest; restarts keep them
    unsigned nonces_rolled = 0;                   // each makes every ticket worthless
};

std::string_view image_type(const phone& device);

/// The nonce that tickets have to be for, until it is rolled.
plist::bytes personalization_nonce(const phone& device, const developer_images& images);

plist::value personalization_identifiers(const phone& device);

/// Why this phone does not take the ticket for an image and its trust cache, given by their
/// digests; empty when it does. Without a digest of a trust cache nothing is said about that.
std::string ticket_problem(const phone& device,
                           const developer_images& images,
                           plist::byte_view ticket,
                           const plist::bytes& image,
                           const std::optional<plist::bytes>& trust_cache);

} // namespace thimble::virtualphone
