// Touches at what a selector names where there is no tree: by the text that is read on a picture.
#pragma once

#include "tests/e2e/driven_phone.hpp"

namespace thimble::e2e {

void tap_text(const driven_phone& on);
void double_tap_text(const driven_phone& on);
void triple_tap_text(const driven_phone& on);
void tap_and_hold_text(const driven_phone& on);
void flick_text(const driven_phone& on);
void pinch_text(const driven_phone& on);
void drag_text(const driven_phone& on);
void text_of_an_alert(const driven_phone& on);
void text_in_a_window(const driven_phone& on);
void not_listed(const driven_phone& on);
void text_found(const driven_phone& on);
void text_waited_for(const driven_phone& on);

} // namespace thimble::e2e
