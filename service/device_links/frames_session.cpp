#include "service/device_links/frames_session.hpp"

#include "link/limits.hpp"
#include "link/picture_frame.hpp"
#include "link/version.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

const websocket::options agreed_for_frames{.subprotocol = std::string(link::subprotocol),
                                           .largest_message = link::limits::frame_bytes +
                                                              link::limits::frame_header_bytes + 4};

} // namespace

frames_session::frames_session(const asio::any_io_executor& home,
                               std::weak_ptr<link_session> of,
                               std::shared_ptr<spdlog::logger> log)
    : link_(std::move(of)), log_(std::move(log)), wire_(home)
{
}

asio::awaitable<void> frames_session::run(http::stream with, http::request first)
{
    const auto self = shared_from_this();
    auto made = co_await websocket::socket::accept(std::move(with), first, agreed_for_frames);
    if (!made)
        co_return;
    first = {}; // not for as long as the link lasts
    if (const auto owner = link_.lock())
        owner->attach_frames(self);
    else
        end(link::close_reason::replaced);
    co_await wire_.run(*made, [this](const websocket::socket::incoming& what) { receive(what); });
}

/// The link drains, and takes this one along: until then results need their pictures.
void frames_session::drain()
{
    if (link_.expired())
        end(link::close_reason::draining);
}

void frames_session::end(link::close_reason why, std::string_view detail)
{
    wire_.end(link::close_code(why), link::close_text(why, detail));
}

void frames_session::receive(const websocket::socket::incoming& what)
{
    const auto owner = link_.lock();
    if (!owner)
        return end(link::close_reason::replaced);
    if (!what.binary)
        return end(link::close_reason::not_expected, "a text message");
    const auto read =
        link::decode_frame(std::as_bytes(std::span(what.bytes)), link::limits::frame_bytes);
    if (!read)
        return end(link::close_reason::malformed, read.error().text());
    owner->take(read->header, read->picture);
}

} // namespace thimble::service
