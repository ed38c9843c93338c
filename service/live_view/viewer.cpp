#include "service/live_view/viewer.hpp"

#include "service/live_view/live_pictures.hpp"
#include "text/enum_words.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

std::string_view to_string(viewer_end value)
{
    return enum_word(value);
}

viewer::viewer(const asio::any_io_executor& home,
               live_pictures& all,
               viewer_wish wanted,
               account who)
    : all_(all), wanted_(wanted), who_(std::move(who)), changed_(home), its_time_(home)
{
}

viewer::~viewer()
{
    all_.leave(*this);
}

asio::awaitable<live_picture_ptr> viewer::next()
{
    taking_ = false;
    while (!ended_ && (!newest_ || clock::now() < due_)) {
        if (newest_)
            its_time_.set(due_ - clock::now(), [this] { changed_.notify_all(); });
        co_await changed_.wait();
    }
    if (ended_)
        co_return nullptr;
    taking_ = true;
    // A picture that came a little late does not put off all that follow.
    const auto pause = clock::duration(std::chrono::seconds(1)) / wanted_.frames_per_second;
    const auto now = clock::now();
    due_ = (now - due_ < pause ? due_ : now) + pause;
    co_return std::exchange(newest_, nullptr);
}

void viewer::note_sent(const live_picture& what)
{
    note_sent(what.frame.captured_at);
}

void viewer::note_sent(std::chrono::system_clock::time_point captured_at)
{
    ++counted_.sent;
    all_.note_sent(captured_at);
}

void viewer::offer(live_picture_ptr what)
{
    if (newest_ && taking_) {
        ++counted_.replaced;
        all_.note_replaced();
    }
    newest_ = std::move(what);
    changed_.notify_all();
}

void viewer::end(viewer_end why)
{
    if (ended_)
        return;
    ended_ = why;
    newest_ = nullptr;
    changed_.notify_all();
    if (when_ended_)
        when_ended_(why);
}

void viewer::when_ended(std::function<void(viewer_end)> then)
{
    when_ended_ = std::move(then);
    if (ended_)
        when_ended_(*ended_);
}

} // namespace thimble::service
