// What becomes of the pictures that a linked desktop sends.
#include "service/device_links/awaited_picture.hpp"
#include "service/device_links/linked_desktop.hpp"
#include "service/device_links/open_command.hpp"

#include <memory>
#include <utility>

namespace thimble::service {

void linked_desktop::take(const link::frame_header& header, std::span<const std::byte> picture)
{
    if (!header.stream_id.empty())
        return streams_.take(header, picture);
    const auto what = find(header.frame_id);
    if (what == nullptr || header.udid != what->what.udid)
        return; // of a command that has been answered meanwhile
    if (!what->half)
        return keep_until_result(*what, picture);
    auto whole = std::move(*what->half);
    whole.frame->picture.data =
        std::make_shared<const screen::bytes>(picture.begin(), picture.end());
    answer(what, std::move(whole));
}

/// The account pays that has more of them than fit: this one is lost.
void linked_desktop::keep_until_result(open_command& what, std::span<const std::byte> picture)
{
    what.picture.reset();
    what.room.reset();
    what.room = unread_pictures::take(unread_, picture.size());
    what.picture_refused = what.room == nullptr;
    if (what.picture_refused)
        log_->warn("job {}: its picture is passed over: too many have come before their results",
                   what.what.job_id);
    else
        what.picture = std::make_shared<const screen::bytes>(picture.begin(), picture.end());
}

/// Its picture has not come.
void linked_desktop::answer_without_picture(const open_ptr& what)
{
    answer(what, without_picture(std::move(*what->half)));
}

} // namespace thimble::service
