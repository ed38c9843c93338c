// Something on the screen that a person could point at.
#pragma once

#include <string>
#include <vector>

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

    std::string identifier = {};          // like `name`, and empty where that is only the label
    std::string placeholder = {};         // what an empty field shows; then it has no value
    bool focused = false;                 // what is typed goes there
    std::vector<std::string> traits = {}; // as iOS calls them

    friend bool operator==(const screen_element&, const screen_element&) = default;
};

} // namespace thimble::service
