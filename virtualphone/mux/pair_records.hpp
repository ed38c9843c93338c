// Pair records that the host keeps of phones: the part of usbmuxd that outlives a connection.
#pragma once

#include "virtualphone/plist/property_list.hpp"

#include <functional>
#include <map>
#include <string>

namespace thimble::virtualphone::mux {

/// In memory. Keys of phones' hosts are in here, so nothing of it is ever logged.
class pair_records {
public:
    static constexpr std::size_t most_records = 256;

    /// Told of each record that a host has saved, and with nullptr of each that it has removed.
    using listener = std::function<void(const std::string& udid, const plist::bytes* record)>;
    void on_change(listener changed) { changed_ = std::move(changed); }

    /// False when it is full.
    bool save(const std::string& udid, plist::bytes record);
    bool remove(std::string_view udid);
    const plist::bytes* find(std::string_view udid) const;

private:
    std::map<std::string, plist::bytes, std::less<>> records_;
    listener changed_;
};

} // namespace thimble::virtualphone::mux
