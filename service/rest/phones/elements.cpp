// GET P/elements and GET P/find.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/screen_reading.hpp"
#include "service/screens/digest.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr int usual_limit = 100;
constexpr std::int64_t longest_selector = 500; // characters
constexpr std::int64_t longest_frame_id = 64;

/// The whole screen, whatever is asked for: what is the same as before is told by all of it.
result<link::action> make_elements(const arguments&)
{
    return link::elements{.limit = most_elements};
}

result<link::action> make_find(const arguments& given)
{
    return link::find_element{.selector = given.text("selector")};
}

ordered_json records_of(const std::vector<const shown_element*>& all, std::size_t most)
{
    auto out = ordered_json::array();
    for (const auto* each : all)
        if (out.size() < most)
            out.push_back(element_record(*each));
    return out;
}

std::vector<const shown_element*> all_of(const shown_screen& what)
{
    std::vector<const shown_element*> out;
    for (const auto& each : what.elements)
        out.push_back(&each);
    return out;
}

/// Of a screen that was remembered: all of it, or what is different.
ordered_json listed(const shown_screen& what, const shown_screen* since, std::size_t most)
{
    ordered_json record;
    if (since == nullptr) {
        record["elements"] = records_of(all_of(what), most);
        record["gone"] = ordered_json::array();
        return record;
    }
    auto change = difference(*since, what);
    auto different = std::move(change.changed);
    different.insert(different.end(), change.added.begin(), change.added.end());
    record["elements"] = records_of(different, most);
    record["gone"] = std::move(change.gone);
    return record;
}

ordered_json digested(const known_phone& phone, const shown_screen& what, const shown_screen* since)
{
    const auto text = since != nullptr ? digest_of_change(*since, what)
                                       : digest(what, phone.screens.before(what.frame_id));
    ordered_json record;
    record["digest"] = text;
    record["tokens"] = (text.size() + bytes_of_token - 1) / bytes_of_token;
    return record;
}

/// `since` as it was given; it stands in the answer where the answer is the difference from it.
ordered_json screen_record(const call& what, const shown_screen& shown)
{
    const auto& phone = *what.phone;
    const bool asked = what.given.has("since");
    const auto* since = asked ? phone.screens.find(what.given.text("since")) : nullptr;
    if (since == &shown)
        since = nullptr;
    ordered_json record;
    record["frame_id"] = shown.frame_id;
    record["app"] = shown.app.empty() ? ordered_json() : ordered_json(shown.app);
    record["element_count"] = shown.count;
    record["since"] = since != nullptr ? ordered_json(since->frame_id) : ordered_json();
    if (what.given.text("format") == "digest")
        record.update(digested(phone, shown, since));
    else
        record.update(listed(shown, since, static_cast<std::size_t>(what.given.integer("limit"))));
    return record;
}

/// Of a desktop that does not say which space the elements are in.
ordered_json without_frame(const nlohmann::json& value)
{
    ordered_json record;
    record["frame_id"] = ordered_json();
    record["app"] = ordered_json();
    record["elements"] = ordered_json::array();
    for (const auto& each : value.value("elements", nlohmann::json::array()))
        if (const auto one = read_element(each))
            record["elements"].push_back(element_record(*one));
    record["element_count"] = record["elements"].size();
    record["since"] = ordered_json();
    record["gone"] = ordered_json::array();
    return record;
}

using making = result<link::action> (*)(const arguments&);

/// The value of a read, or why there is none.
asio::awaitable<result<nlohmann::json>> read_phone(services& in, call& what, making make)
{
    static const std::vector<parameter> no_coordinates;
    auto sent = co_await accept(in, what, {.body = no_coordinates, .make = make, .when_done = {}});
    if (!sent)
        co_return std::unexpected(std::move(sent.error()));
    co_await wait_for(in, what, sent->work);
    if (sent->work->status() == job_status::failed)
        co_return std::unexpected(*sent->work->result().failure);
    co_return sent->work->result().value;
}

asio::awaitable<http::response> elements(services& in, call& what)
{
    if (in.learn_screen)
        co_await in.learn_screen(what.phone, what.trace);
    const auto read = mark_of(in, *what.phone);
    const auto value = co_await read_phone(in, what, make_elements);
    if (!value)
        co_return to_response(value.error());
    const auto* shown = remember_screen(in, *what.phone, *value, read);
    co_return json_response(shown != nullptr ? screen_record(what, *shown) : without_frame(*value));
}

asio::awaitable<http::response> find(services& in, call& what)
{
    if (in.learn_screen)
        co_await in.learn_screen(what.phone, what.trace);
    const auto read = mark_of(in, *what.phone);
    const auto value = co_await read_phone(in, what, make_find);
    if (!value)
        co_return to_response(value.error());
    ordered_json record;
    record["element"] = remember_element(in, *what.phone, *value, read);
    co_return json_response(record);
}

endpoint elements_row(services& in)
{
    endpoint row;
    row.paths = phone_paths("elements");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read};
    row.query = {
        integer("limit", 1, most_elements)
            .otherwise(usual_limit)
            .means("How many at most, of the format json."),
        choice("format", {"json", "digest"})
            .otherwise("json")
            .means("`digest`: a text of at most 300 tokens (of four bytes), a line for an element, "
                   "with the same refs."),
        text("since", 1, longest_frame_id)
            .means("Only what is different from the screen of this `frame_id`. Where that is not "
                   "known, all of it; `since` in the answer is null then.")};
    row.documented_as = {
        .in = chapter::elements,
        .summary = "List what is on the screen, the most useful first",
        .details = "Places and sizes are pixels of the screenshot. A `ref` stands for its element "
                   "in touches and in `type`: as long as this frame is the newest and no action "
                   "has come since, the element is where it was; after that one look at the screen "
                   "must show the same element, else the action is refused with STALE_FRAME. An "
                   "element that stays on the screen keeps its ref.",
        .answers = {{.meaning = "The elements, or the digest.",
                     .records = {"elements", "screen_digest"},
                     .when = {{"screen_digest", "with `format=digest`"}}}},
        .failures = command_failures()};
    row.answer = [&in](call& what) { return elements(in, what); };
    return row;
}

endpoint find_row(services& in)
{
    endpoint row;
    row.paths = phone_paths("find");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read};
    row.query = {text("selector", 1, longest_selector)
                     .needed()
                     .such_as("Save")
                     .means("The element as a person would name it.")};
    row.documented_as = {
        .in = chapter::elements,
        .summary = "Look for an element, touching nothing",
        .details = "In the tree, then in the text on a picture: what is found there alone has no "
                   "`ref`, and is touched by its place.",
        .answers = {{.meaning = "The element.", .records = {"found_element"}}},
        .failures = command_failures()};
    row.documented_as.failures.emplace_back("ELEMENT_NOT_FOUND");
    row.answer = [&in](call& what) { return find(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> element_endpoints(services& in)
{
    return {elements_row(in), find_row(in)};
}

} // namespace thimble::service::api
