#include "daemon/frames/screen_space.hpp"

#include "screen/scale.hpp"

namespace thimble::daemon {

link::coordinate_space space_of(screen::pixel_size native, const device::phone_facts& facts)
{
    const bool wide = native.width > native.height;
    auto turned = wide ? screen::orientation::landscape_left : screen::orientation::portrait;
    if (facts.interface && screen::is_landscape(facts.interface->turned) == wide)
        turned = facts.interface->turned;
    return {.size = screen::scaled_size(native), .turned = turned};
}

double scale_of(screen::pixel_size native, const device::phone_facts& facts)
{
    if (facts.interface && facts.interface->size.width > 0)
        return native.width / facts.interface->size.width;
    return facts.scale.value_or(1);
}

} // namespace thimble::daemon
