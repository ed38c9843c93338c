#include "service/streams/multipart_viewing.hpp"

#include "service/frame_headers.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <string_view>

namespace thimble::service {

namespace asio = boost::asio;
using asio::redirect_error;
using boost::system::error_code;

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

multipart_viewing::multipart_viewing(const asio::any_io_executor& home,
                                     std::unique_ptr<viewer> who,
                                     const stream_limits& granted)
    : viewer_(std::move(who)), limits_(granted), patience_(home)
{
}

asio::awaitable<void> multipart_viewing::run(http::stream with, http::request first)
{
    using asio::experimental::awaitable_operators::operator||;
    first = {}; // not for as long as somebody watches
    stream_ = std::move(with);
    viewer_->when_ended([this](viewer_end) {
        if (writing_)
            patience_.set(limits_.last_words_time, [this] { cut(); });
    });
    co_await (until_gone() || show());
    patience_.stop();
    viewer_->end(viewer_end::gone);
    if (!over_)
        co_await say_goodbye();
}

void multipart_viewing::drain()
{
    viewer_->end(viewer_end::draining);
}

asio::awaitable<void> multipart_viewing::show()
{
    if (!co_await write_delimiter())
        co_return;
    while (const auto picture = co_await viewer_->next()) {
        writing_ = true;
        patience_.set(limits_.write_time, [this] {
            viewer_->end(viewer_end::too_slow);
            cut();
        });
        const bool taken = co_await write(*picture);
        patience_.stop();
        writing_ = false;
        if (!taken)
            break;
        viewer_->note_sent(*picture);
    }
}

/// Few bytes, which every socket takes.
asio::awaitable<bool> multipart_viewing::write_delimiter()
{
    error_code failed;
    co_await asio::async_write(*stream_, asio::buffer(delimiter),
                               redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

asio::awaitable<bool> multipart_viewing::write(const live_picture& what)
{
    const auto head = head_of(what);
    const auto& picture = *what.frame.picture.data;
    const std::array parts{asio::buffer(head), asio::buffer(picture.data(), picture.size()),
                           asio::buffer(delimiter)};
    error_code failed;
    co_await asio::async_write(*stream_, parts, redirect_error(asio::use_awaitable, failed));
    over_ = over_ || failed.failed();
    co_return !failed;
}

/// There is nothing that a viewer has to say: what it sends is dropped.
asio::awaitable<void> multipart_viewing::until_gone()
{
    std::array<std::byte, 1024> dropped{};
    error_code failed;
    while (!failed)
        co_await asio::async_read(*stream_, asio::buffer(dropped), asio::transfer_at_least(1),
                                  redirect_error(asio::use_awaitable, failed));
    over_ = over_ || failed != asio::error::operation_aborted;
}

/// So that the other end can tell this from a connection that broke.
asio::awaitable<void> multipart_viewing::say_goodbye()
{
    patience_.set(limits_.last_words_time, [this] { cut(); });
    error_code failed;
    if (stream_->encrypted())
        co_await stream_->say_goodbye();
    else
        stream_->lowest().shutdown(asio::socket_base::shutdown_send, failed);
    if (!failed)
        co_await until_gone();
    patience_.stop();
    cut();
}

void multipart_viewing::cut()
{
    over_ = true;
    stream_->close();
}

} // namespace thimble::service
