// The ticket with which one phone mounts one developer image.
#pragma once

#include "virtualphone/plist/property_list.hpp"

#include <cstdint>
#include <optional>

namespace thimble::virtualphone::tss {

/// Apple's tickets are IM4M, signed. Hosts take them for opaque bytes, so those of virtual phones
/// are property lists: nobody but the stand-in makes them and nobody but virtual phones reads them.
struct ticket {
    std::uint64_t chip_number = 0; // ECID
    std::uint64_t chip = 0;
    std::uint64_t board = 0;
    plist::bytes nonce;
    plist::bytes image;       // its digest
    plist::bytes trust_cache; // its digest

    bool operator==(const ticket&) const = default;
};

plist::bytes encode(const ticket& made);

/// Nothing when these bytes are no ticket.
std::optional<ticket> decode(plist::byte_view from);

/// A member that is a whole number from 0 on.
std::optional<std::uint64_t> unsigned_at(const plist::value& dictionary, std::string_view key);

} // namespace thimble::virtualphone::tss
