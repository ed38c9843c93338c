// Pair records that the host keeps of phones: the part of usbmuxd that outlives a connection.
#pragma once

#include "virtualphone/plist/property_list.hpp"

#include <functional>
#include <map>
#include <string>

namespace thimble::virtualphone::mux {

/// In memory: a host that starts this program anew pairs anew. Keys of phones' hosts are in here,
/// so nothing of it is ever logged.
class pair_records {
public:
    static constexpr std::size_t most_records = 256;

    /// False when it is full.
    bool save(const std::string& udid, plist::bytes record);
    bool remove(std::string_view udid);
    const plist::bytes* find(std::string_view udid) const;

private:
    std::map<std::string, plist::bytes, std::less<>> records_;
};

} // namespace thimble::virtualphone::mux
