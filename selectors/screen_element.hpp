// Something on the screen that a person could point at.
#pragma once

#include <string>

namespace thimble::service {

struct screen_element {
    std::string label;
    std::string name; // the identifier that the app's author gave it
    std::string value;
    std::string type; // "Button", "TextField", …

    // The part that is on the screen, in pixels of the screenshot. Never empty.
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    bool enabled = true;
    bool visible = true; // not covered by anything else, as far as the phone knows

    friend bool operator==(const screen_element&, const screen_element&) = default;
};

} // namespace thimble::service
