// Changes of what a server offers, and those who want to hear of them.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>

namespace thimble::mcp {

struct change {
    enum class kind : std::uint8_t { tools, prompts, resources, resource };

    kind what = kind::tools;
    std::string uri = {};     // of the one resource that has changed
    std::string account = {}; // whom it concerns; empty: everybody
};

/// The notification that tells of it.
std::string_view notification_of(const change& what);

/// Home thread.
class change_listener {
public:
    virtual ~change_listener() = default;
    virtual void hear(const change& what) = 0;
};

/// Home thread. Outlives those who listen.
class changes {
public:
    void tell(const change& what);

    /// Listens for as long as it lives.
    class listening {
    public:
        listening(changes& to, change_listener& who);
        listening(const listening&) = delete;
        listening& operator=(const listening&) = delete;
        ~listening();

    private:
        changes& to_;
        std::list<change_listener*>::iterator place_;
    };

private:
    std::list<change_listener*> listeners_;
};

} // namespace thimble::mcp
