#include "device/wda/frame_source.hpp"

#include "device/wda/screenshot.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds capture_limit{20};
constexpr std::chrono::seconds decode_limit{10};

failure as_capture(failure what)
{
    what.phone = reached::nothing;
    if (what.what == problem::refused)
        what.what = problem::capture;
    return what;
}

} // namespace

boost::asio::awaitable<result<captured_frame>> frame_source::capture()
{
    const auto asked_at = std::chrono::steady_clock::now();
    auto frame = co_await take();
    if (!frame) {
        co_return std::unexpected(as_capture(co_await runner_.explain(std::move(frame.error()))));
    }
    runner_.note_picture(frame->picture, asked_at);
    const bool other_size = last_size_ != frame->picture.size;
    last_size_ = frame->picture.size;
    co_await follow_turn(frame->picture.size);
    if (other_size)
        runner_.options.suspect();
    co_return frame;
}

boost::asio::awaitable<result<captured_frame>> frame_source::take()
{
    const slow_read_under_way mark(runner_);
    const auto asked_at = std::chrono::system_clock::now(); // the picture is not older than this
    auto answer = co_await runner_.pictures.exchange(get("/screenshot", capture_limit));
    if (!answer)
        co_return std::unexpected(std::move(answer.error()));
    const auto text = std::make_shared<const response>(std::move(*answer));
    auto decoded = co_await decoder_.run(decode_limit, [text] { return picture_of(*text); });
    if (!decoded)
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "The picture could not be decoded in time.",
                                          .cause = "decoder_silent"});
    if (!*decoded)
        co_return std::unexpected(std::move(decoded->error()));
    co_return captured_frame{.picture = std::move(**decoded), .captured_at = asked_at};
}

/// A picture of another shape than the interface that we know shows that the phone has turned:
/// whoever maps points on this picture needs the interface that it shows.
boost::asio::awaitable<void> frame_source::follow_turn(screen::pixel_size picture)
{
    const auto& known = runner_.interface.known();
    if (!known)
        co_return;
    const bool wide = picture.width > picture.height;
    if (wide != (known->size.width > known->size.height))
        co_await runner_.interface.read(runner_.pictures);
}

} // namespace thimble::device::wda
