// GET P/elements.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/perform.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr int usual_limit = 100;
constexpr int highest_limit = 1000;

result<link::action> make_elements(const arguments& given)
{
    return link::elements{.limit = given.small_integer("limit")};
}

/// The space that the elements are in; nothing where the desktop has not said it.
std::optional<link::coordinate_space> space_of(const nlohmann::json& value)
{
    const auto space = value.find("space");
    if (space == value.end() || !space->is_object())
        return std::nullopt;
    const auto turned = screen::parse_orientation(space->value("orientation", ""));
    if (!turned)
        return std::nullopt;
    return link::coordinate_space{
        .size = {.width = space->value("width", 0), .height = space->value("height", 0)},
        .turned = *turned};
}

asio::awaitable<http::response> elements(services& in, call& what)
{
    static const std::vector<parameter> no_coordinates;
    auto sent =
        co_await accept(in, what, {.body = no_coordinates, .make = make_elements, .when_done = {}});
    if (!sent)
        co_return to_response(sent.error());
    co_await wait_for(in, what, sent->work);
    if (sent->work->status() == job_status::failed)
        co_return to_response(*sent->work->result().failure);
    const auto& value = sent->work->result().value;
    const auto space = space_of(value);
    ordered_json record;
    record["frame_id"] = space ? ordered_json(what.phone->frames.remember(*space)) : ordered_json();
    record["elements"] = value.value("elements", nlohmann::json::array());
    co_return json_response(record);
}

} // namespace

std::vector<endpoint> element_endpoints(services& in)
{
    endpoint row;
    row.paths = phone_paths("elements");
    row.subject = endpoint::about::phone;
    row.query = {
        integer("limit", 1, highest_limit).otherwise(usual_limit).means("How many at most.")};
    row.documented_as = {.in = chapter::elements,
                         .summary = "List what is on the screen, the most useful first",
                         .details = "Places and sizes are pixels of the screenshot.",
                         .answers = {{.meaning = "The elements.", .records = {"elements"}}},
                         .failures = command_failures()};
    row.answer = [&in](call& what) { return elements(in, what); };
    return {row};
}

} // namespace thimble::service::api
