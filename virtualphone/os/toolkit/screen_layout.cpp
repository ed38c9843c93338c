#include "virtualphone/os/toolkit/screen_layout.hpp"

#include <utility>

namespace thimble::virtualphone {

screen_layout lay_out(const model& hardware, turned interface)
{
    screen_layout out;
    out.width_px = hardware.width_px;
    out.height_px = hardware.height_px;
    out.scale = hardware.scale;
    out.home_indicator = !hardware.home_button;
    out.pad = hardware.kind == idiom::pad;
    out.edge_leads_home = out.home_indicator || out.pad;
    out.landscape = interface == turned::landscape_left || interface == turned::landscape_right;
    if (out.landscape)
        std::swap(out.width_px, out.height_px);
    out.width = out.width_px / out.scale;
    out.height = out.height_px / out.scale;

    if (out.home_indicator) {
        out.safe_top = out.landscape ? 0 : 59;
        out.safe_bottom = out.landscape ? 21 : 34;
        out.safe_side = out.landscape ? 59 : 0;
    } else {
        out.safe_top = out.landscape && !out.pad ? 0 : 20; // an iPhone on its side hides the bar
    }
    return out;
}

} // namespace thimble::virtualphone
