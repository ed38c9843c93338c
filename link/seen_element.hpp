// An element that somebody has seen and wants to find again.
#pragma once

#include <string>

namespace thimble::link {

/// As the elements of a screen told of it. The same element is one of the same type, label and
/// identifier in the same app; where several are alike, or it has no name, at the same place, too.
struct seen_element {
    std::string type;
    std::string label;      // empty: it had no name of its own
    std::string identifier; // empty: none
    std::string app;        // as the tree called the one in front

    // Pixels of the command's `space`, which is the one that it was seen in.
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    bool unique = true; // no other was alike

    friend bool operator==(const seen_element&, const seen_element&) = default;
};

} // namespace thimble::link
