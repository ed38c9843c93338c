// Pictures that are to a compressor what screens of phones are.
#pragma once

#include "screen/image.hpp"

namespace thimble::test {

screen::image list_of_settings();
screen::image page_of_text();
screen::image photograph();
screen::image home_screen();    // icons on a gradient
screen::image frame_of_video(); // a photograph without grain

} // namespace thimble::test
