// The elements that a client has found, by the ids under which it asks for them again.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

/// The tree is made anew for every look at it: an element is known again by its type, identifier
/// and label, and by which one of those that share them it is. Ids are never used twice.
class element_cache {
public:
    static constexpr std::size_t most = 1024; // the one that was not used for longest is forgotten

    /// `found` lies in `tree`, which is what the process `pid` shows.
    std::string id_of(const element& found, const element& tree, int pid);

    /// Nothing when the id is not known, or its element is no longer in the tree.
    const element* find(std::string_view id, const element& tree, int pid);

    void clear() { entries_.clear(); }

private:
    struct identity {
        std::string type;
        std::string identifier;
        std::string label;
        std::size_t ordinal = 0; // among those that share the rest
        int pid = 0;

        bool operator==(const identity&) const = default;
    };
    struct entry {
        std::string id;
        identity who;
    };

    static bool alike(const element& one, const identity& who);
    static const element* locate(const element& in, const identity& who, std::size_t& left);
    static bool count_until(const element& in, const element& found, identity& who);

    std::list<entry> entries_; // the one used last first
    std::uint32_t made_ = 0;
};

} // namespace thimble::virtualphone::wda
