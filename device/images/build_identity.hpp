// Manifest of a developer image: its files for one kind of phone, and the request for a ticket.
#pragma once

#include "device/failure.hpp"
#include "device/images/blob.hpp"
#include "device/plist/property_list.hpp"

#include <filesystem>
#include <span>

namespace thimble::device::images {

/// Of the phone, as its image service tells it.
struct personal_identity {
    std::uint64_t board = 0;
    std::uint64_t chip = 0;
    std::uint64_t chip_number = 0; // ECID, of this one phone
    std::uint64_t security_domain = 1;
    plist::property_value all; // a dictionary; its members "Ap,…" go to the signing server
};

struct build_identity {
    std::filesystem::path image;
    std::filesystem::path trust_cache;
    plist::property_value manifest; // entries by name, with all that is in them
};

/// The identity in the manifest for such a phone; its files are there.
result<build_identity> read_build_identity(const std::filesystem::path& manifest,
                                           const personal_identity& phone);

/// The first of these manifests that has one; of several failures the one that says most.
result<build_identity> read_build_identity(std::span<const std::filesystem::path> manifests,
                                           const personal_identity& phone);

/// The request with which the signing server is asked for a ticket, XML.
std::string
ticket_request(const build_identity& image, const personal_identity& phone, const blob& nonce);

} // namespace thimble::device::images
