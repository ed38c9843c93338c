// One moving picture of a phone: what a desktop is asked for, and the viewers that share it.
#pragma once

#include "service/live_view/live_picture.hpp"
#include "service/live_view/named_space.hpp"
#include "service/live_view/viewer.hpp"
#include "service/phones/desktop.hpp"
#include "service/phones/phones.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. Made by std::make_shared: a desktop may outlive it, and knows it weakly.
class live_stream : public std::enable_shared_from_this<live_stream> {
public:
    /// `most` is the largest picture in bytes that is passed on.
    live_stream(phone_ptr of, int quality, std::size_t most);

    /// The viewer leaves before it is no more. It is shown the newest picture at once.
    void add(viewer& who);

    /// With the last one the stream ends.
    void remove(const viewer& who);

    /// From now on the pictures come from that desktop; from none when it is nullptr. False where
    /// they did before.
    bool follow(std::shared_ptr<desktop> via);

    /// The desktop may have forgotten what it was asked for.
    void tell_again();

    bool empty() const noexcept { return viewers_.empty(); }
    const known_phone& phone() const noexcept { return *phone_; }
    int quality() const noexcept { return quality_; }

private:
    int largest_pace() const;
    void tell(bool on);
    void take(link::frame what);

    phone_ptr phone_;
    int quality_;
    std::size_t most_;
    std::string id_;               // of the stream that the desktop has begun
    std::shared_ptr<desktop> via_; // nullptr while there is none
    int pace_ = 0;                 // pictures a second, as the desktop has been told
    std::vector<viewer*> viewers_;
    live_picture_ptr newest_; // for who comes between two pictures
    named_space space_;
};

} // namespace thimble::service
