#include "daemon/frames/followed_video.hpp"

#include <utility>

namespace thimble::daemon {

namespace {

/// nullptr where there is none now.
device::video_source* source_of(const std::shared_ptr<device::phone>& phone)
{
    return phone != nullptr && phone->attached() ? phone->video() : nullptr;
}

} // namespace

followed_video::followed_video(const video_context& with, std::string udid, receiver on_unit)
    : with_(with), udid_(std::move(udid)), on_unit_(std::move(on_unit)), key_timer_(with.home)
{
}

void followed_video::look()
{
    const auto phone = with_.find_phone(udid_);
    auto* const source = source_of(phone);
    if (following_ && source != nullptr && phone_.lock() == phone)
        return;
    following_.reset();
    drop_wish();
    phone_ = phone;
    if (source == nullptr)
        return;
    units_.begin(std::chrono::steady_clock::now());
    following_ = source->follow(
        [weak = weak_from_this()](const device::shared_unit& what) {
            if (const auto self = weak.lock())
                self->take(what);
        },
        [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->note_loss();
        });
}

void followed_video::take(const device::shared_unit& what)
{
    const auto phone = phone_.lock();
    if (phone == nullptr || !on_unit_)
        return;
    if (what->key)
        drop_wish();
    const auto to = on_unit_; // which may end the video
    to(units_.next(what, phone->facts()));
}

void followed_video::note_loss()
{
    const auto phone = phone_.lock();
    if (phone == nullptr || !on_unit_)
        return;
    const auto to = on_unit_; // which may end the video
    if (const auto told = units_.gap(phone->facts()))
        to(*told);
}

void followed_video::want_key()
{
    if (!std::exchange(key_wanted_, true))
        key_timer_.set(with_.key_wait, [this] { ask_for_key(); });
}

void followed_video::drop_wish()
{
    key_wanted_ = false;
    key_timer_.stop();
}

/// Where there is no source now, one that comes begins with a key.
void followed_video::ask_for_key()
{
    key_wanted_ = false;
    const auto phone = phone_.lock();
    if (auto* const source = source_of(phone); source != nullptr)
        source->want_key();
}

void followed_video::end()
{
    on_unit_ = nullptr;
    following_.reset();
    drop_wish();
}

} // namespace thimble::daemon
