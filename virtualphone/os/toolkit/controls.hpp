// The standard parts that pages are made of.
#pragma once

#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <string>

namespace thimble::virtualphone {

/// A line of text.
view label(const rectangle& frame, std::string text, const text_style& style);

/// Words that do something when tapped.
view text_button(const rectangle& frame,
                 std::string text,
                 const text_style& style,
                 std::function<void()> pressed);

/// A filled area that is no element.
view panel(const rectangle& frame, double radius, color ink);

} // namespace thimble::virtualphone
