// The connections that a phone has open, so that pulling the cable ends them at once.
#pragma once

#include "virtualphone/phone/device_ports.hpp"

#include <list>

namespace thimble::virtualphone::mux {

/// Home thread only.
class open_connections {
public:
    /// Keeps a second descriptor of a connection while its service runs. The service owns the
    /// stream and may close it at any time, after which the number of its own descriptor can
    /// belong to something else.
    class entry {
    public:
        entry(open_connections& all, stream& connection);
        entry(const entry&) = delete;
        entry& operator=(const entry&) = delete;
        ~entry();

    private:
        open_connections& all_;
        std::list<int>::iterator position_;
    };

    void shut_down_all();

private:
    std::list<int> descriptors_;
};

} // namespace thimble::virtualphone::mux
