// GET P/screenshot.
#include "service/jobs/job_record.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/perform.hpp"
#include "service/rest/phones/picture_response.hpp"
#include "service/rest/phones/region.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

constexpr int default_edge = 1344;
constexpr int smallest_edge = 64;
constexpr int largest_panel = 16'384; // beyond any: the phone's own edge is the limit that counts

/// A picture may be asked for as large as the panel is; the default is granted to smaller panels
/// too.
result<void> check_edge(const known_phone& phone, const arguments& given)
{
    const auto& native = phone.state.native_size;
    const auto asked = given.integer("max_edge");
    if (asked <= default_edge)
        return {};
    if (!native)
        return std::unexpected(not_ready(phone));
    const auto most = std::max({native->width, native->height, default_edge});
    if (asked > most)
        return std::unexpected(out_of_range("max_edge", asked, smallest_edge, most));
    return {};
}

result<link::action> make_screenshot(const known_phone& phone, const arguments& given)
{
    if (auto edge = check_edge(phone, given); !edge)
        return std::unexpected(std::move(edge.error()));
    link::screenshot what{.format = *screen::parse_picture_format(given.text("format")),
                          .quality = given.small_integer("quality"),
                          .max_edge = given.small_integer("max_edge")};
    what.fresh = given.flag("fresh");
    if (!given.has("region"))
        return what;
    if (!phone.state.screenshot_size)
        return std::unexpected(not_ready(phone));
    what.part = parse_region(given.text("region"));
    if (auto inside = check_region(*what.part, *phone.state.screenshot_size); !inside)
        return std::unexpected(std::move(inside.error()));
    return what;
}

asio::awaitable<http::response> screenshot(services& in, call& what)
{
    static const std::vector<parameter> no_coordinates;
    const auto remember = [phone = what.phone](job& work) {
        if (work.result().frame)
            work.set_frame_id(phone->frames.remember(work.result().frame->space));
    };
    const auto make = [phone = what.phone](const arguments& given) {
        return make_screenshot(*phone, given);
    };
    auto sent =
        co_await accept(in, what, {.body = no_coordinates, .make = make, .when_done = remember});
    if (!sent)
        co_return to_response(sent.error());
    if (sent->mode == waiting::async)
        co_return job_id_response(*sent->work);
    co_await wait_for(in, what, sent->work);
    if (sent->work->status() == job_status::failed)
        co_return to_response(*sent->work->result().failure);
    const auto& frame = sent->work->result().frame;
    if (!frame || !frame->picture.data)
        co_return to_response(
            {.code = "SCREENSHOT_FAILED", .message = "The phone sent no picture; try again."});
    co_return picture_response(what.request, *sent->work, frame->picture.data);
}

} // namespace

std::vector<endpoint> screenshot_endpoints(services& in)
{
    endpoint row;
    row.paths = phone_paths("screenshot");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read};
    row.query = {async_parameter(),
                 choice("format", {"png", "jpeg", "webp"}).otherwise("png").means("Of the image."),
                 integer("quality", 1, 100).otherwise(80).means("Of jpeg and webp."),
                 integer("max_edge", smallest_edge, largest_panel)
                     .otherwise(default_edge)
                     .means("Pixels of the image's longest edge, at most those of the panel."),
                 region_parameter(),
                 boolean("fresh").otherwise(false).means(
                     "Only a picture that is captured from now on. Else one that others have asked "
                     "for or are watching may do, if it was taken after the last action on this "
                     "phone had ended and is no more than a moment old.")};
    row.documented_as = {.in = chapter::pictures,
                         .summary = "Take a picture of the screen",
                         .details = "Touches nothing. With `async` the image is at "
                                    "/v1/jobs/{job_id}/download for an hour.",
                         .answers = picture_answers(),
                         .failures = command_failures()};
    row.documented_as.answers.front().records = {"job_id"};
    row.documented_as.answers.front().when.emplace("job_id", "with `async`");
    row.documented_as.failures.emplace_back("SCREENSHOT_FAILED");
    row.answer = [&in](call& what) { return screenshot(in, what); };
    return {row};
}

} // namespace thimble::service::api
