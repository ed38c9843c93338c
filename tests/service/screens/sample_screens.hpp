// Screens for tests.
#pragma once

#include "service/screens/screen_history.hpp"

#include <initializer_list>
#include <string>

namespace thimble::service {

/// An element of 200 by 60 pixels, in the row of that number.
inline shown_element
in_row(int row, const std::string& type, const std::string& label, bool touched = true)
{
    shown_element out;
    out.type = type;
    out.label = label;
    out.unnamed = label.empty();
    out.x = 10;
    out.y = 10 + (row * 70);
    out.width = 200;
    out.height = 60;
    if (touched)
        out.actions = {"tap"};
    return out;
}

inline shown_element text_in_row(int row, const std::string& label)
{
    return in_row(row, "StaticText", label, false);
}

inline shown_screen screen_of(std::initializer_list<shown_element> elements,
                              const std::string& app = "Notes")
{
    shown_screen out;
    out.space = {.size = {.width = 620, .height = 1344}, .turned = screen::orientation::portrait};
    out.app = app;
    out.elements = elements;
    out.count = elements.size();
    return out;
}

} // namespace thimble::service
