#include "service/recordings/recorder.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Bytes of a fragment beside its samples, at the most.
constexpr std::size_t fragment_head = 16UL * 1024;

recording_end end_of(viewer_end why)
{
    switch (why) {
    case viewer_end::key_revoked:
        return recording_end::key_revoked;
    case viewer_end::no_subscription:
        return recording_end::no_subscription;
    case viewer_end::phone_forgotten:
        return recording_end::phone_forgotten;
    case viewer_end::draining:
        return recording_end::service_ended;
    case viewer_end::gone:
    case viewer_end::too_slow:
        break;
    }
    return recording_end::stopped;
}

} // namespace

recorder::recorder(const recorder_context& with,
                   recording begun,
                   phone_ptr of,
                   std::unique_ptr<viewer> as)
    : with_(with), facts_(std::move(begun)), phone_(std::move(of)), times_(facts_.created_at),
      file_(with.home, with.folders, facts_.account_id, facts_.id), waiting_(with.limits.units),
      changed_(with.home), ended_(with.home), limit_(with.home), wake_(with.home),
      viewer_(std::move(as))
{
    // The first picture takes its time, however short the recording: a key up to limits.video_wait.
    limit_.set(
        std::max<std::chrono::milliseconds>(facts_.asked.max_duration, with_.limits.picture_wait),
        [this] { stop(recording_end::no_picture); });
    viewer_->when_ended([this](viewer_end why) { stop(end_of(why)); });
}

void recorder::stop(recording_end why)
{
    if (facts_.ended_by)
        return;
    facts_.ended_by = why;
    viewer_->end(viewer_end::gone);
    changed_.notify_all();
}

/// It outranks what the recording was stopped for.
void recorder::stop_after_all(recording_end why)
{
    facts_.ended_by.reset();
    stop(why);
}

asio::awaitable<void> recorder::until_ended()
{
    while (!over_)
        co_await ended_.wait();
}

asio::awaitable<void> recorder::run()
{
    struct over_at_the_end {
        recorder& self;
        ~over_at_the_end()
        {
            self.over_ = true;
            self.limit_.stop();
            self.wake_.stop();
            self.ended_.notify_all();
        }
    } const mark{*this};
    try {
        co_await record();
    } catch (...) {
        facts_.ended_by = facts_.ended_by.value_or(recording_end::storage_full);
        finish();
        throw;
    }
    finish();
}

asio::awaitable<void> recorder::record()
{
    if (has_video(*phone_))
        co_await until_video();
    if (!waiting_.empty())
        co_await record_video();
    else if (!facts_.ended_by)
        co_await record_pictures();
}

void recorder::finish()
{
    facts_.ended_at = in_milliseconds(std::chrono::system_clock::now());
    facts_.status = completes(*facts_.ended_by, facts_.pictures) ? recording_status::completed
                                                                 : recording_status::failed;
    with_.on_change(facts_);
}

/// No pictures meanwhile: they would be made for nothing.
asio::awaitable<void> recorder::until_video()
{
    const auto latest = clock::now() + with_.limits.video_wait;
    with_.live.follow_video(*viewer_, *this);
    wake_.set(with_.limits.video_wait, [this] { changed_.notify_all(); });
    while (!facts_.ended_by && waiting_.empty() && clock::now() < latest)
        co_await changed_.wait();
}

void recorder::take(const live_unit_ptr& what)
{
    if (facts_.ended_by || facts_.format == recording_format::zip)
        return;
    const bool too_much = is_too_much(*what);
    if (too_much)
        waiting_.lose();
    if (too_much || waiting_.offer(what) == link::unit_queue<live_unit>::offered::overflowed)
        with_.live.fell_behind(*viewer_);
    changed_.notify_all();
}

/// A disk that is slow for all recordings at once must not cost the memory of each.
bool recorder::is_too_much(const live_unit& what) const
{
    return !waiting_.empty() &&
           with_.waiting_bytes() + what.data->size() > with_.limits.waiting_bytes;
}

/// Those that came before the end are taken. Where none comes for a while, what is known by then is
/// written.
asio::awaitable<live_unit_ptr> recorder::next_unit(screen_movie* into)
{
    for (;;) {
        if (auto next = waiting_.take())
            co_return next;
        if (facts_.ended_by)
            co_return nullptr;
        bool waited = false;
        wake_.set(with_.limits.flush, [this, &waited] {
            waited = true;
            changed_.notify_all();
        });
        co_await changed_.wait();
        wake_.stop();
        if (waited && into != nullptr)
            co_await append(into->flush());
    }
}

/// A movie that would be too large ends with the last fragment that fits.
asio::awaitable<void> recorder::record_video()
{
    std::optional<screen_movie> movie;
    while (const auto unit = co_await next_unit(movie ? &*movie : nullptr)) {
        const auto shown_at = times_.of(unit->captured_at, std::chrono::system_clock::now());
        if (!movie) {
            movie = screen_movie::begin(*unit, shown_at);
            if (!movie)
                co_return co_await record_pictures(); // no movie can be made of it
            begin(recording_format::mp4, shown_at, unit->shown);
            co_await append(movie->head());
        }
        if (!movie->takes(*unit)) {
            stop(recording_end::video_changed);
            break;
        }
        if (!co_await append(movie->add(*unit, shown_at))) // what was held before fits
            co_return;
        ++facts_.pictures;
        note_time(shown_at);
        facts_.duration = movie->duration();
        if (!fits(movie->held_bytes() + fragment_head)) {
            cut_at(movie->written());
            co_return;
        }
    }
    if (!movie)
        co_return;
    co_await append(movie->finish(present_of_pictures()));
    facts_.duration = movie->duration();
}

/// Pictures that were not written do not count.
void recorder::cut_at(const mp4::fragmented_movie::written_part& written)
{
    stop_after_all(recording_end::max_bytes);
    facts_.pictures = written.samples;
    facts_.duration = std::chrono::floor<std::chrono::milliseconds>(written.until);
}

asio::awaitable<void> recorder::record_pictures()
{
    with_.live.unfollow_video(*viewer_); // it is not to be restarted for nothing
    waiting_.lose();                     // units of which no movie can be made
    with_.live.show_pictures(*viewer_, true);
    std::optional<picture_archive> archive;
    while (const auto picture = co_await viewer_->next()) {
        const auto& frame = picture->frame;
        const auto shown_at = times_.of(frame.captured_at, std::chrono::system_clock::now());
        if (!archive) {
            archive.emplace(shown_at);
            begin(recording_format::zip, shown_at, frame.picture.size);
        }
        if (!fits(frame.picture.data->size() + archive->directory_bytes())) {
            stop(recording_end::max_bytes);
            break;
        }
        auto content = archive->add(frame.picture.data, shown_at);
        const bool another = !content.empty();
        if (!co_await append(std::move(content)))
            break;
        if (another)
            ++facts_.pictures;
        note_time(shown_at);
        viewer_->note_sent(*picture);
        facts_.duration = archive->duration();
    }
    if (!archive)
        co_return;
    co_await append(archive->finish(present_of_pictures()));
    facts_.duration = archive->duration();
}

void recorder::begin(recording_format as, moment first, screen::pixel_size size)
{
    facts_.format = as;
    facts_.started_at = in_milliseconds(first);
    facts_.width = size.width;
    facts_.height = size.height;
    limit_.set(facts_.asked.max_duration, [this] { stop(recording_end::max_duration); });
    with_.on_change(facts_);
}

/// Of the newest picture, once it is in the file, or in the fragment that comes next.
void recorder::note_time(moment shown_at)
{
    last_shown_ = shown_at;
    last_came_ = clock::now();
}

/// By the times of the pictures, which a clock that is set anew does not move.
recorder::moment recorder::present_of_pictures() const
{
    return last_shown_ + std::chrono::duration_cast<moment::duration>(clock::now() - last_came_);
}

bool recorder::fits(std::size_t bytes) const
{
    return file_.size() + bytes <= facts_.asked.max_bytes;
}

/// False where the disk has not taken it, which ends the recording.
asio::awaitable<bool> recorder::append(std::vector<std::byte> content)
{
    if (content.empty())
        co_return true;
    if (facts_.ended_by == recording_end::storage_full)
        co_return false;
    const bool taken = co_await file_.append(std::move(content));
    facts_.bytes = file_.size();
    if (!taken)
        stop_after_all(recording_end::storage_full);
    co_return taken;
}

} // namespace thimble::service
