#include "virtualphone/os/springboard/screen_edge.hpp"

#include <cmath>

namespace thimble::virtualphone {
namespace {

/// 1 where inwards is down, -1 where it is up.
double direction(screen_edge from)
{
    return from == screen_edge::bottom ? -1 : 1;
}

} // namespace

std::optional<screen_edge> edge_at(const screen_layout& screen, place start)
{
    constexpr double reach = 20;  // points from the edge
    constexpr double right = 0.7; // of the width: the right end of the top begins here
    if (start.y >= screen.height - reach)
        return screen_edge::bottom;
    if (start.y > reach)
        return std::nullopt;
    return screen.edge_leads_home && start.x >= screen.width * right ? screen_edge::top_right
                                                                     : screen_edge::top;
}

bool leads_inwards(screen_edge from, place start, place where)
{
    return direction(from) * (where.y - start.y) > std::abs(where.x - start.x);
}

double way_inwards(screen_edge from, const gesture& end)
{
    return direction(from) * (end.where.y - end.start.y);
}

bool is_thrown_inwards(screen_edge from, const gesture& end)
{
    constexpr double fast = 300; // points a second: thrown away, not put aside
    return direction(from) * end.velocity.y > fast;
}

} // namespace thimble::virtualphone
