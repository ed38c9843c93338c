// The town that the maps of virtual phones show: streets, houses, parks and a river, without end.
#pragma once

#include "virtualphone/os/apps/map_camera.hpp"
#include "virtualphone/os/draw/canvas.hpp"

namespace thimble::virtualphone {

/// Fills `area`. The nearer the camera is, the more there is to be seen.
void draw_map(canvas& on, const rectangle& area, const map_camera& camera);

} // namespace thimble::virtualphone
