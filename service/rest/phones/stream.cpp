// GET P/stream.
#include "http/open_body.hpp"
#include "http/upgraded_connection.hpp"
#include "service/live_view/multipart_viewing.hpp"
#include "service/live_view/video_viewing.hpp"
#include "service/live_view/websocket_viewing.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/rest/endpoints.hpp"

#include <boost/asio/this_coro.hpp>

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

/// Before anybody is shown anything, as for a screenshot.
result<void> check_watchable(const services& in, const call& what)
{
    if (what.given.text("codec") == "hevc" && !http::asks_for_websocket(what.request))
        return std::unexpected(
            invalid_argument("codec", "needs_websocket", "hevc is for WebSockets"));
    if (auto via = in.phones.reach(*what.phone); !via)
        return std::unexpected(std::move(via.error()));
    return check_ready(*what.phone, link::screenshot{});
}

http::response become(const services& in,
                      const call& what,
                      const asio::any_io_executor& home,
                      std::unique_ptr<viewer> who)
{
    const auto& granted = in.live.granted();
    if (!http::asks_for_websocket(what.request)) {
        auto out = http::open_head(multipart_media_type());
        out.becomes = std::make_shared<multipart_viewing>(std::move(who), granted);
        return out;
    }
    http::response out;
    out.status = 101;
    if (what.given.text("codec") == "hevc")
        out.becomes =
            std::make_shared<video_viewing>(home, in.live, std::move(who), what.phone->id);
    else
        out.becomes =
            std::make_shared<websocket_viewing>(home, std::move(who), what.phone->id, granted);
    return out;
}

asio::awaitable<http::response> stream(services& in, call& what)
{
    if (auto fine = check_watchable(in, what); !fine)
        co_return to_response(fine.error());
    if (what.request.head.method() == boost::beast::http::verb::head)
        co_return http::open_head(multipart_media_type());
    auto admitted = in.live.admit(what.phone,
                                  {.frames_per_second = what.given.small_integer("fps"),
                                   .quality = what.given.small_integer("quality")},
                                  what.who);
    if (!admitted)
        co_return to_response(admitted.error());
    const auto home = co_await asio::this_coro::executor;
    co_return become(in, what, home, std::move(*admitted));
}

} // namespace

std::vector<endpoint> stream_endpoints(services& in)
{
    endpoint row;
    row.paths = phone_paths("stream");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read};
    row.query = {integer("fps", 1, 60).otherwise(10).means("Pictures a second, at most."),
                 integer("quality", 1, 100).otherwise(80).means("Of the JPEGs."),
                 choice("codec", {"jpeg", "hevc"})
                     .otherwise("jpeg")
                     .means("`hevc`, of a WebSocket: the phone's own video where it has one.")};
    row.documented_as = {
        .in = chapter::pictures,
        .summary = "Watch the screen",
        .details =
            "Touches nothing, and has no end. Always the newest picture: a client that reads "
            "slowly gets fewer. Each part has the headers of a screenshot; its `X-Frame-Id` will "
            "do for `frame_id`. While the phone is away no picture comes. Opened as a WebSocket, "
            "every picture is a binary message; a text message with `frame_id`, `width`, `height`, "
            "`scale`, `orientation` and `captured_at` comes before the first one and whenever any "
            "of it but the time changes. With `codec=hevc` each text message has a `codec`: `jpeg` "
            "before pictures, and before units of the phone's own video its name (`hvc1.…`), with "
            "the decoder's `configuration` (the content of `hvcC`, in Base64), `coded_width`, "
            "`coded_height`, `shown_width` and `shown_height` (the part from its upper left corner "
            "on that shows the screen) and `turn`, the degrees clockwise with which the decoded "
            "picture stands upright. A unit is a binary message: a byte 1; a byte that is 1 for a "
            "key; two "
            "zeros; its number in four bytes; the time of its capture in eight, in microseconds "
            "since 1970; then NAL units, each behind its length in four bytes. Numbers are written "
            "with the most significant byte first. Pictures come until a key does, and again from "
            "where a client has read too slowly. `fps` and `quality` are for pictures.",
        .answers = {{.meaning = "JPEGs, one after the other.",
                     .media_types = {"multipart/x-mixed-replace"},
                     .headers = {"X-Accel-Buffering"}},
                    {.status = 101, .meaning = "A WebSocket, if that was asked for."}},
        .failures = {"FOREIGN_ORIGIN", "PHONE_NOT_CONNECTED", "MAC_APP_NOT_RUNNING",
                     "PHONE_NOT_READY", "UNSUPPORTED_ACTION", "QUEUE_FULL"}};
    row.answer = [&in](call& what) { return stream(in, what); };
    return {row};
}

} // namespace thimble::service::api
