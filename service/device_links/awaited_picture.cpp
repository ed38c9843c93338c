#include "service/device_links/awaited_picture.hpp"

#include "contract/link_failures.hpp"

#include <algorithm>

namespace thimble::service {

using std::chrono::steady_clock;

bool awaits_picture(const link::result& what)
{
    return what.frame && what.frame->picture.data == nullptr;
}

bool tells_effect(const link::result& what)
{
    return what.receipt && what.receipt->frame;
}

steady_clock::duration
time_for_picture(const link::result& what, const link::command& of, steady_clock::duration least)
{
    return tells_effect(what) ? least : std::max(least, of.expires_at - steady_clock::now());
}

link::result without_picture(link::result what)
{
    what.frame.reset();
    if (tells_effect(what))
        what.receipt->frame.reset();
    else
        what.failure = picture_lost();
    return what;
}

} // namespace thimble::service
