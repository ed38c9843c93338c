// The driver that does one action of a phone, known also once it has gone.
#pragma once

#include "device/phone.hpp"
#include "link/command.hpp"

#include <memory>
#include <optional>
#include <string>

namespace thimble::daemon {

/// Home thread. Made just before the action begins.
class serving_driver {
public:
    serving_driver(std::shared_ptr<const device::phone> of, const link::action& what);

    /// The last one that was asked for what the action needs since it began, or else the one that
    /// had that when it began. Empty where none had, and for an action that several may do.
    std::string name() const;

private:
    std::shared_ptr<const device::phone> phone_;
    std::optional<device::capability> needed_;
    device::driver_notes::moment began_;
    std::string first_;
};

} // namespace thimble::daemon
