// Every action that makes a job, a row each.
#include "http/json_response.hpp"
#include "service/actions/action_row.hpp"
#include "service/actions/batch_row.hpp"
#include "service/jobs/job_record.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/phones/phone_record.hpp"
#include "service/phones/phone_requirement.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/perform.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

constexpr auto select_action = "select";

action_row select_row()
{
    return {.name = select_action,
            .make = [](const arguments&) -> result<link::action> { return link::select{}; },
            .documented_as = {.in = chapter::phones,
                              .summary = "Choose the phone that is meant without an id",
                              .details = "It also becomes the active one of its desktop.",
                              .answers = {}},
            .record = "selection_job"};
}

/// The table of actions.
std::vector<action_row> all_rows()
{
    auto steps = step_rows();
    std::vector<action_row> rows{select_row(), batch_row(steps)};
    std::ranges::move(steps, std::back_inserter(rows));
    return rows;
}

/// Everything else that happens once the action has succeeded.
std::function<void(job&)> afterwards(services& in, const call& what, const action_row& row)
{
    return [&in, &row, phone = what.phone](job& work) {
        const auto& receipt = work.result().receipt;
        if (receipt && receipt->frame) {
            phone->frames.remember(receipt->frame->id, receipt->frame->space);
            work.set_frame_id(receipt->frame->id);
        }
        if (row.name == select_action) {
            in.phones.select(*phone);
            in.phone_archive.keep_selection_soon(*phone);
            in.spread_soon(*phone, true);
        }
    };
}

ordered_json chosen_phone(const known_phone& phone)
{
    const auto& size = phone.state.screenshot_size;
    ordered_json record;
    record["phone_id"] = phone.id;
    record["name"] = phone.state.name;
    record["display_name"] =
        phone.settings.display_name ? ordered_json(*phone.settings.display_name) : ordered_json();
    record["width"] = size ? ordered_json(size->width) : ordered_json();
    record["height"] = size ? ordered_json(size->height) : ordered_json();
    return record;
}

ordered_json clipboard_content(const job& work)
{
    ordered_json record;
    const auto& value = work.result().value;
    for (const auto* name : {"text", "empty"})
        record[name] = value.value(name, nlohmann::json());
    record["job_id"] = work.id();
    return record;
}

/// Fields that the answer of some actions has beside the record of the job, which has succeeded.
ordered_json fields_beside_job(std::string_view action, const known_phone& phone, const job& work)
{
    if (action == "select")
        return chosen_phone(phone);
    if (action == "open-url")
        return {{"action_id", work.id()}};
    if (action == "read-clipboard")
        return clipboard_content(work);
    return ordered_json::object();
}

/// Answer about a job that has ended. `phone`: nullptr for one that has been forgotten since.
http::response answer_of(const job& work, const action_row& row, const known_phone* phone)
{
    if (work.status() == job_status::failed)
        return to_response(failure_of(work));
    auto record = job_record(work);
    if (phone != nullptr)
        record.update(fields_beside_job(row.name, *phone, work));
    return json_response(record);
}

bool is_in_path(const action_row& row, const parameter& field)
{
    return row.path.contains("{" + field.name + "}");
}

/// Fields that stand in the path, as strictly as if they stood in the body.
result<void> read_path(const action_row& row, call& what)
{
    for (const auto& each : row.body) {
        if (!is_in_path(row, each))
            continue;
        auto value = read_value(each, std::string_view(what.path.at(each.name)));
        if (!value)
            return std::unexpected(std::move(value.error()));
        what.given.set(each.name, std::move(*value));
    }
    return {};
}

asio::awaitable<http::response> perform(services& in, call& what, const action_row& row)
{
    if (auto read = read_path(row, what); !read)
        co_return to_response(read.error());
    const auto make = [&row, phone = what.phone](const arguments& given) {
        return row.make_action(*phone, given);
    };
    auto sent = co_await accept(
        in, what,
        {.body = row.body, .make = make, .when_done = afterwards(in, what, row), .kept = true});
    if (!sent)
        co_return to_response(sent.error());
    if (sent->mode == waiting::async)
        co_return job_id_response(*sent->work);
    co_await wait_for(in, what, sent->work);
    // Or the next request, at another node, would go to the phone that was chosen before.
    if (row.name == select_action && in.spread && sent->work->status() == job_status::completed)
        co_await in.spread(what.phone, true);
    co_return answer_of(*sent->work, row, what.phone.get());
}

/// Description of the row, with the answers that all actions have.
description documented(const action_row& row)
{
    auto out = row.documented_as;
    auto example = ordered_json::object();
    example["action"] = row.name;
    if (!row.result_example.is_null())
        example["result"] = row.result_example;
    out.answers = {{.meaning = "The action has ended well; or, with `async`, it has been accepted.",
                    .records = {row.record, "job_id"},
                    .when = {{"job_id", "with `async`"}},
                    .example = std::move(example)}};
    for (auto& code : command_failures())
        out.failures.push_back(std::move(code));
    out.failures.emplace_back("STALE_FRAME");
    return out;
}

endpoint to_endpoint(services& in, action_row row)
{
    endpoint out;
    out.method = verb::post;
    out.paths = phone_paths(row.path.empty() ? row.name : row.path);
    for (const auto& other : row.also)
        for (auto& path : phone_paths(other))
            out.paths.push_back(std::move(path));
    out.subject = endpoint::about::phone;
    out.drives_phone = row.name != select_action;
    out.chooses_phone = true;
    out.needs = {scope::act};
    out.once = true;
    out.query = {
        async_parameter(),
        choice("observe", {"settled"})
            .means("Wait until the screen has settled, three seconds at most: the receipt says "
                   "whether it has changed, and the picture is kept with the job.")};
    std::ranges::move(requirement_parameters(), std::back_inserter(out.query));
    std::ranges::copy_if(row.body, std::back_inserter(out.body),
                         [&](const parameter& each) { return !is_in_path(row, each); });
    out.body.push_back(text("frame_id", 1, 64)
                           .means("The picture that the request was made for (`X-Frame-Id`): "
                                  "STALE_FRAME if the screen has another size or orientation by "
                                  "now."));
    out.documented_as = documented(row);
    const auto shared = std::make_shared<const action_row>(std::move(row));
    out.answer = [&in, shared](call& what) { return perform(in, what, *shared); };
    out.answer_again = [&in, shared](const call& what, const job& work) {
        const auto phone = in.phones.find(what.who.id, work.phone_id());
        return answer_of(work, *shared, phone ? phone->get() : nullptr);
    };
    return out;
}

} // namespace

std::vector<endpoint> action_endpoints(services& in)
{
    std::vector<endpoint> out;
    for (auto& row : all_rows())
        out.push_back(to_endpoint(in, std::move(row)));
    return out;
}

} // namespace thimble::service::api
