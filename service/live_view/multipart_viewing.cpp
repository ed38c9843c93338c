#include "service/live_view/multipart_viewing.hpp"

#include "async/race.hpp"
#include "service/phones/frame_headers.hpp"

#include <boost/asio/buffer.hpp>

#include <string_view>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::string_view boundary = "thimble-picture";

/// Stands before the first part and at once after every one: a browser shows a part when it has
/// seen what follows it.
constexpr std::string_view delimiter = "\r\n--thimble-picture\r\n";

std::string head_of(const live_picture& what)
{
    std::string out = "Content-Type: image/jpeg\r\nContent-Length: " +
                      std::to_string(what.frame.picture.data->size()) + "\r\n";
    for (const auto& [name, value] : frame_headers(what.frame_id, what.frame))
        out.append(name).append(": ").append(value).append("\r\n");
    return out.append("\r\n");
}

} // namespace

std::string multipart_media_type()
{
    return "multipart/x-mixed-replace; boundary=" + std::string(boundary);
}

multipart_viewing::multipart_viewing(std::unique_ptr<viewer> who, const stream_limits& granted)
    : viewer_(std::move(who)), limits_(granted)
{
}

asio::awaitable<void> multipart_viewing::run(http::stream with, http::request first)
{
    first = {}; // not for as long as somebody watches
    body_.emplace(std::move(with));
    viewer_->when_ended([this](viewer_end) { body_->hurry(limits_.close_deadline_time); });
    co_await async::race(body_->until_gone(), show());
    viewer_->end(viewer_end::gone);
    co_await body_->shut_down(limits_.close_deadline_time);
}

void multipart_viewing::drain()
{
    viewer_->end(viewer_end::draining);
}

asio::awaitable<void> multipart_viewing::show()
{
    if (!co_await body_->write({asio::buffer(delimiter)}, limits_.write_time))
        co_return;
    while (const auto picture = co_await viewer_->next()) {
        if (!co_await write(*picture))
            break;
        viewer_->note_sent(*picture);
    }
    if (body_->was_too_slow())
        viewer_->end(viewer_end::too_slow);
}

asio::awaitable<bool> multipart_viewing::write(const live_picture& what)
{
    const auto head = head_of(what);
    const auto& picture = *what.frame.picture.data;
    co_return co_await body_->write(
        {asio::buffer(head), asio::buffer(picture.data(), picture.size()), asio::buffer(delimiter)},
        limits_.write_time);
}

} // namespace thimble::service
