// Values of lockdown that a phone tells about itself, by domain and key.
#pragma once

#include "virtualphone/lockdown/device_key.hpp"
#include "virtualphone/phone/phone.hpp"

#include <expected>
#include <map>
#include <string>
#include <utility>

namespace thimble::virtualphone {

/// Facts are made when asked for; what hosts have written lies over them. Errors are lockdown's.
/// Home thread only; the phone and the key outlive it.
class device_values {
public:
    device_values(phone& device, device_key& key) : device_(device), key_(key) {}

    /// Without a key: the whole domain as a dictionary. A host without a session gets what any
    /// stranger may know. The default domain is "".
    std::expected<plist::value, std::string>
    get(const std::string& domain, const std::optional<std::string>& key, bool in_session) const;

    std::expected<void, std::string>
    set(const std::string& domain, const std::string& key, plist::value value, bool in_session);

    std::expected<void, std::string>
    remove(const std::string& domain, const std::string& key, bool in_session);

private:
    static constexpr std::size_t most_written = 64;

    plist::value facts(const std::string& domain) const;

    phone& device_;
    device_key& key_;
    std::map<std::pair<std::string, std::string>, plist::value> written_;
};

} // namespace thimble::virtualphone
