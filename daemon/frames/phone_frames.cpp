#include "daemon/frames/phone_frames.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// A screen moves by itself as well: a pushed picture is as good as a capture only for a moment.
constexpr std::chrono::milliseconds longest_age{250};

device::failure gone()
{
    return {.what = device::problem::detached,
            .phone = device::reached::nothing,
            .message = "The phone was unplugged.",
            .cause = ""};
}

device::failure no_source()
{
    return {.what = device::problem::unsupported,
            .phone = device::reached::nothing,
            .message = "No driver of this phone can take a picture now.",
            .cause = ""};
}

} // namespace

struct phone_frames::run {
    explicit run(const asio::any_io_executor& home) : ended(home) {}

    std::optional<picture> outcome;
    std::exception_ptr problem;    // what the capture threw instead
    std::uint64_t input_marks = 0; // when it began
    std::size_t waiting = 0;       // those who share it
    bool given_up = false;         // cancelled
    async::signal ended;
    asio::cancellation_signal cancel; // outlives the capture's last handler
};

phone_frames::phone_frames(asio::any_io_executor home, std::weak_ptr<device::phone> of)
    : home_(std::move(home)), phone_(std::move(of))
{
}

phone_frames::~phone_frames() = default;

asio::awaitable<phone_frames::picture> phone_frames::capture(freshness wanted)
{
    const auto self = shared_from_this();
    if (wanted == freshness::any && live_ && may_serve(*live_))
        co_return live_->taken;
    const auto mine = run_for(wanted);
    ++mine->waiting;
    try {
        while (!mine->outcome && !mine->problem)
            co_await mine->ended.wait();
    } catch (const boost::system::system_error&) {
        leave(*mine);
        throw;
    }
    --mine->waiting;
    if (mine->problem)
        std::rethrow_exception(mine->problem);
    co_return *mine->outcome;
}

std::shared_ptr<phone_frames::run> phone_frames::run_for(freshness wanted)
{
    const bool after_all_input =
        now_ && !now_->given_up && inputs_ == 0 && now_->input_marks == input_marks_;
    if (wanted == freshness::any && after_all_input)
        return now_;
    if (!next_)
        next_ = std::make_shared<run>(home_);
    const auto mine = next_;
    if (!now_)
        begin_next();
    return mine;
}

void phone_frames::begin_next()
{
    now_ = std::exchange(next_, nullptr);
    now_->input_marks = input_marks_;
    asio::co_spawn(home_, take(phone_.lock(), last_input_ended_),
                   asio::bind_cancellation_slot(
                       now_->cancel.slot(), [self = shared_from_this(), one = now_](
                                                const std::exception_ptr& problem, picture taken) {
                           self->ended(one, problem, std::move(taken));
                           asio::post(self->home_, [one] {}); // which keeps the signal till then
                       }));
}

asio::awaitable<phone_frames::picture> phone_frames::take(std::shared_ptr<device::phone> from,
                                                          clock::time_point last_input)
{
    if (from == nullptr || !from->attached())
        co_return std::unexpected(gone());
    device::frame_source* source = from->frames();
    if (source == nullptr)
        co_return std::unexpected(no_source());
    co_return co_await source->capture_after(last_input);
}

void phone_frames::ended(const std::shared_ptr<run>& one,
                         const std::exception_ptr& problem,
                         picture taken)
{
    one->problem = problem;
    if (!problem)
        one->outcome = std::move(taken);
    one->ended.notify_all();
    now_.reset();
    if (next_)
        begin_next();
}

/// The last one to go takes the capture along.
void phone_frames::leave(run& one)
{
    if (--one.waiting > 0)
        return;
    if (&one == next_.get())
        next_.reset();
    if (&one != now_.get())
        return;
    one.given_up = true;
    one.cancel.emit(asio::cancellation_type::terminal);
}

std::size_t phone_frames::waiting() const noexcept
{
    return (now_ ? now_->waiting : 0) + (next_ ? next_->waiting : 0);
}

/// The age on the wall's clock as it is now: the steady one cannot be set back while it is kept.
void phone_frames::show_live(const device::captured_frame& taken)
{
    const auto now = clock::now();
    const auto age = std::max(std::chrono::system_clock::now() - taken.captured_at,
                              std::chrono::system_clock::duration::zero());
    live_ =
        live_picture{.taken = taken,
                     .shows = now - std::chrono::duration_cast<clock::duration>(age) - taken.lag};
    live_->taken.pushed = true;
}

bool phone_frames::may_serve(const live_picture& seen) const
{
    return inputs_ == 0 && seen.shows > last_input_ended_ &&
           clock::now() - seen.shows <= longest_age;
}

void phone_frames::input_begins()
{
    ++inputs_;
    ++input_marks_;
    const auto phone = phone_.lock();
    if (auto* source = phone != nullptr && phone->attached() ? phone->frames() : nullptr)
        source->input_begins();
}

void phone_frames::input_ends()
{
    --inputs_;
    ++input_marks_;
    last_input_ended_ = clock::now();
}

input_mark::input_mark(std::shared_ptr<phone_frames> of) : of_(std::move(of))
{
    if (of_)
        of_->input_begins();
}

input_mark::~input_mark()
{
    if (of_)
        of_->input_ends();
}

} // namespace thimble::daemon
