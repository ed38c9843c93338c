// The part that other nodes of the service have in the links of this one.
#pragma once

#include "link/message.hpp"
#include "link/picture_frame.hpp"
#include "service/phones/desktop.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace thimble::service {

/// A link that ends at this node and counts.
struct own_link {
    desktop_record desktop;
    std::int64_t epoch = 0;
    link::hello said;

    /// Sends a message to the daemon, until ended() is called.
    std::function<void(const link::message&)> say;

    /// Some of its phones were there already as it began: this node has told nobody that those are
    /// back, where another has just told that they have gone.
    bool stayed = false;
};

/// Home thread. A link calls it; where there is none, this node is alone.
class link_relay {
public:
    link_relay() = default;
    link_relay(const link_relay&) = delete;
    link_relay& operator=(const link_relay&) = delete;
    virtual ~link_relay() = default;

    /// The link has been welcomed.
    virtual void begun(own_link which) = 0;

    /// `moves`: its daemon links again at once, at whichever node, or has done so already.
    virtual void ended(const std::string& desktop_id, std::int64_t epoch, bool moves) = 0;

    /// It has not, as far as this node has heard. `told`: this node has told those who follow the
    /// account that the phones have gone.
    virtual void stayed_away(const std::string& desktop_id, std::int64_t epoch, bool told) = 0;

    virtual void phone_changed(const std::string& desktop_id, const link::phone_state& state) = 0;
    virtual void host_changed(const std::string& desktop_id, const link::host_state& state) = 0;

    // Of jobs that this node does not wait for, and of streams that it has not begun. True where
    // another node hears of it.
    virtual bool pass_on(const std::string& desktop_id, const link::started& said) = 0;
    virtual bool pass_on(const std::string& desktop_id, const link::result& said) = 0;
    virtual bool pass_on(const std::string& desktop_id,
                         const link::frame_header& header,
                         std::span<const std::byte> picture) = 0;
};

} // namespace thimble::service
