#include "tests/e2e/effects/effect.hpp"

#include <array>

namespace thimble::e2e {

std::span<const group_of_effects> all_effects()
{
    static const std::array groups{
        group_of_effects{.name = "touches", .effects = touch_effects()},
        group_of_effects{.name = "elements", .effects = element_effects()},
        group_of_effects{.name = "keys", .effects = key_effects()},
        group_of_effects{.name = "texts", .effects = text_effects()},
        group_of_effects{.name = "surfaces", .effects = surface_effects()},
        group_of_effects{.name = "buttons", .effects = button_effects()},
        group_of_effects{.name = "locks", .effects = lock_effects()},
        group_of_effects{.name = "apps", .effects = app_effects()},
    };
    return groups;
}

} // namespace thimble::e2e
