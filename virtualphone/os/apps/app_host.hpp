// Interface of the system to its apps.
#pragma once

#include "virtualphone/os/model/phone_values.hpp"

#include <optional>
#include <string_view>

namespace thimble::virtualphone {

class app_host {
public:
    virtual ~app_host() = default;
    /// The name of the app that opens addresses like this one; nothing: none does.
    virtual std::optional<std::string_view> opener_of(std::string_view url) const = 0;
    /// Brings the app that opens `url` to the front; false: there is none, or the phone is locked.
    virtual bool open_url(std::string_view url) = 0;
    virtual void show_alert(shown_alert what) = 0;
};

} // namespace thimble::virtualphone
