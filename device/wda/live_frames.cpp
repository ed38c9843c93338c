// A stream of pictures as it is read and dated; and beside the reading, what the pictures give
// cause to ask the runner, which no touch may wait for.
#include "device/wda/live_frames.hpp"

#include "async/one_shot_timer.hpp"
#include "async/race.hpp"
#include "device/wall_time.hpp"
#include "device/wda/frame_times.hpp"
#include "device/wda/mjpeg_stream.hpp"
#include "screen/jpeg.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::device::wda {
namespace {

namespace asio = boost::asio;
using steady = std::chrono::steady_clock;

constexpr std::string_view first_words = "GET / HTTP/1.0\r\n\r\n"; // any would do
constexpr std::chrono::seconds rate_answer_limit{5};
constexpr std::chrono::seconds refusal_holds{30};

failure no_picture(const std::string& why)
{
    return {.what = problem::capture,
            .message = "A picture of the phone's stream cannot be read: " + why + ".",
            .cause = "malformed_picture"};
}

} // namespace

/// One watch().
struct live_frames::watching {
    watching(const runner_options& options, port_stream opened, int frames_per_second)
        : stream(std::move(opened)),
          rate(std::clamp(frames_per_second, 1, options.most_live_frames)), pace(frames_per_second),
          times(steady::now()), silence(options.home), look(options.home)
    {
    }

    port_stream stream;
    int rate; // pictures a second that the phone is asked for
    std::function<void(captured_frame)> on_frame;
    mjpeg_stream parts;
    frame_pace pace;
    capture_times times;
    async::one_shot_timer silence; // closes the stream
    bool silent = false;
    async::signal look;        // something is to be asked of the runner
    std::string rate_asked_of; // the session
    std::optional<bool> wide;  // of a picture that the interface was not known to have
    bool turned = false;       // and has not been asked about

    void close()
    {
        boost::system::error_code ignored;
        stream.close(ignored);
    }
    void expect_picture(std::chrono::milliseconds limit)
    {
        silence.set(limit, [this] {
            silent = true;
            close();
        });
    }
};

bool live_frames::offered() const
{
    return !refused_at_ || steady::now() - *refused_at_ > refusal_holds;
}

void live_frames::close()
{
    if (under_way_ != nullptr)
        under_way_->close();
}

asio::awaitable<failure> live_frames::watch(int frames_per_second,
                                            std::function<void(captured_frame)> on_frame)
{
    auto opened = co_await runner_.options.open_stream();
    if (!opened)
        co_return co_await explain(std::move(opened.error()), false);
    watching state(runner_.options, std::move(*opened), frames_per_second);
    state.on_frame = std::move(on_frame);
    struct listed {
        live_frames& self;
        ~listed() { self.under_way_ = nullptr; }
    } const guard{*this};
    under_way_ = &state;
    auto ended = co_await follow(state);
    state.close(); // whatever is found out about it below: the phone need not go on
    co_return co_await explain(std::move(ended), state.parts.accepted());
}

/// Reads until that fails.
asio::awaitable<failure> live_frames::follow(watching& state)
{
    auto ended = co_await async::race(read(state), keep_up(state));
    co_return std::get<failure>(std::move(ended));
}

asio::awaitable<failure> live_frames::read(watching& state)
{
    std::array<std::byte, 64U << 10> chunk{};
    boost::system::error_code ec;
    state.expect_picture(runner_.options.live_silence);
    co_await asio::async_write(state.stream, asio::buffer(first_words),
                               asio::redirect_error(asio::use_awaitable, ec));
    while (!ec) {
        const auto asked = steady::now();
        const bool there = state.stream.available(ec) > 0;
        const auto size = co_await state.stream.async_read_some(
            asio::buffer(chunk), asio::redirect_error(asio::use_awaitable, ec));
        if (ec)
            break;
        const auto waited = there ? steady::duration::zero() : steady::now() - asked;
        if (auto failed = take(state, std::span(chunk).first(size), waited))
            co_return std::move(*failed);
    }
    const auto cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error(asio::error::operation_aborted);
    co_return broken_off(state);
}

/// `waited` for the first of these bytes.
std::optional<failure>
live_frames::take(watching& state, std::span<const std::byte> bytes, steady::duration waited)
{
    const auto now = steady::now();
    if (!state.parts.accepted() || state.parts.between_pictures())
        state.times.picture_begins(now, waited);
    auto pictures = state.parts.take(bytes);
    if (!pictures)
        return std::move(pictures.error());
    if (pictures->empty())
        return std::nullopt;
    state.expect_picture(runner_.options.live_silence);
    auto captured = now;
    for (std::size_t each = 0; each < pictures->size(); ++each)
        captured = state.times.picture_ends(now);
    if (!state.pace.due(now))
        return std::nullopt;
    return hand_on(state, std::move(pictures->back()), captured);
}

std::optional<failure>
live_frames::hand_on(watching& state, screen::bytes jpeg, steady::time_point captured)
{
    const auto size = screen::jpeg_size(jpeg);
    if (!size)
        return no_picture(size.error());
    note_shape(state, *size);
    if (state.turned || rate_unset(state))
        state.look.notify_all();
    screen::picture picture{.format = screen::picture_format::jpeg,
                            .size = *size,
                            .data = std::make_shared<const screen::bytes>(std::move(jpeg))};
    runner_.note_picture(picture, captured);
    state.on_frame({.picture = std::move(picture), .captured_at = wall_time(captured)});
    return std::nullopt;
}

/// A picture of another shape than the interface that we know shows that the phone has turned. It
/// is asked once: while it turns, many such pictures come.
void live_frames::note_shape(watching& state, screen::pixel_size picture)
{
    const auto& known = runner_.interface.known();
    if (!known)
        return;
    const bool wide = picture.width > picture.height;
    if (wide == (known->size.width > known->size.height))
        state.wide.reset();
    else if (state.wide != wide) {
        state.wide = wide;
        state.turned = true;
    }
}

bool live_frames::rate_unset(const watching& state) const
{
    const auto& id = runner_.session.living();
    return !id.empty() && id != state.rate_asked_of;
}

/// Asks the runner what the pictures give cause to ask, beside the reading. Between two inputs: no
/// touch waits for it.
asio::awaitable<void> live_frames::keep_up(watching& state)
{
    for (;;) {
        if (!state.turned && !rate_unset(state)) {
            co_await state.look.wait();
            continue;
        }
        if (!co_await runner_.until_input_ends())
            continue;
        if (std::exchange(state.turned, false)) {
            co_await runner_.interface.read(runner_.status);
            runner_.options.suspect();
        }
        if (rate_unset(state))
            co_await ask_for_rate(state);
    }
}

/// Asked once under each session. Where it is refused, the phone's own rate will have to do.
asio::awaitable<void> live_frames::ask_for_rate(watching& state)
{
    state.rate_asked_of = runner_.session.living();
    const nlohmann::json wanted{{"settings", {{"mjpegServerFramerate", state.rate}}}};
    const auto answer = parse_envelope(co_await runner_.status.exchange(post_once(
        "/session/" + state.rate_asked_of + "/appium/settings", wanted.dump(), rate_answer_limit)));
    if (answer)
        runner_.session.observe(answer->session_id);
    else if (answer.error().cause == "invalid session id")
        runner_.session.forget();
}

failure live_frames::broken_off(const watching& state) const
{
    if (state.silent)
        return {.what = problem::timed_out,
                .message = "The phone sends no more pictures.",
                .cause = "stream_silent"};
    return {.what = problem::capture,
            .message = "The phone has ended its stream of pictures.",
            .cause = "connection_lost"};
}

/// Of a phone that has gone, no other failure tells. A stream that has not even begun is not
/// offered for a while.
asio::awaitable<failure> live_frames::explain(failure what, bool accepted)
{
    const bool refused = what.cause == "port_refused" || what.cause == "connection_lost" ||
                         what.cause == "malformed_picture";
    if (refused && co_await runner_.options.gone())
        co_return failure{
            .what = problem::detached, .message = "The phone was unplugged.", .cause = "unplugged"};
    if (refused && !accepted) {
        refused_at_ = steady::now();
        what.what = problem::refused;
        what.message = "The phone's runner offers no stream of pictures.";
        what.cause = "stream_refused";
    }
    runner_.options.suspect();
    co_return what;
}

} // namespace thimble::device::wda
