// GET /v1/jobs, /v1/jobs/{job_id} and /v1/jobs/{job_id}/download.
#include "service/api/endpoints.hpp"
#include "service/api/picture_response.hpp"
#include "service/ascii.hpp"
#include "service/job_record.hpp"
#include "service/json_response.hpp"
#include "service/uuid.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

/// The job of the path; sets which phone the answer is about.
result<job_ptr> find_job(services& in, call& what)
{
    const auto& id = what.path.find("job_id")->second;
    auto found = in.jobs.find(to_lower(id));
    if (!found)
        return std::unexpected(failure{.code = "JOB_NOT_FOUND",
                                       .message = "There is no such job; jobs are kept for 7 days.",
                                       .context = {{"job_id", id}}});
    what.phone_id = found->phone_id();
    return found;
}

asio::awaitable<http::response> show(services& in, call& what)
{
    const auto found = find_job(in, what);
    co_return found ? json_response(job_record(**found)) : to_response(found.error());
}

asio::awaitable<http::response> download(services& in, call& what)
{
    const auto found = find_job(in, what);
    if (!found)
        co_return to_response(found.error());
    if (!has_picture(**found))
        co_return to_response(
            {.code = "DATA_NOT_FOUND",
             .message = "This job has no image: it takes none, is not done, failed, or is older "
                        "than images are kept.",
             .context = {{"job_id", (*found)->id()}, {"status", to_string((*found)->status())}}});
    co_return picture_response(what.request, **found);
}

result<jobs::filter> filter_of(services& in, const arguments& given)
{
    jobs::filter wanted;
    wanted.limit = static_cast<std::size_t>(given.integer("limit"));
    for (const auto* name : {"phone_id", "before"})
        if (given.has(name) && !is_uuid(given.text(name)))
            return std::unexpected(invalid_argument(name, "not_a_uuid", "must be a UUID"));
    if (given.has("phone_id"))
        wanted.phone_id = to_lower(given.text("phone_id"));
    if (given.has("status"))
        wanted.status = parse_job_status(given.text("status"));
    if (given.has("before"))
        wanted.before = to_lower(given.text("before"));
    if (wanted.before && !in.jobs.find(*wanted.before))
        return std::unexpected(
            invalid_argument("before", "unknown", "names a job that is not kept any more"));
    return wanted;
}

asio::awaitable<http::response> list(services& in, call& what)
{
    const auto wanted = filter_of(in, what.given);
    if (!wanted)
        co_return to_response(wanted.error());
    const auto page = in.jobs.list(*wanted);
    ordered_json record;
    record["jobs"] = ordered_json::array();
    for (const auto& each : page.jobs)
        record["jobs"].push_back(job_record(*each));
    record["next_before"] = page.next_before ? ordered_json(*page.next_before) : ordered_json();
    co_return json_response(record);
}

} // namespace

std::vector<endpoint> job_endpoints(services& in)
{
    endpoint list_row;
    list_row.paths = {"/v1/jobs"};
    list_row.query = {text("phone_id", 1, 64),
                      choice("status", {"pending", "running", "completed", "failed"}),
                      integer("limit", 1, 100).otherwise(20), text("before", 1, 64)};
    list_row.answer = [&in](call& what) { return list(in, what); };
    endpoint show_row;
    show_row.paths = {"/v1/jobs/{job_id}"};
    show_row.answer = [&in](call& what) { return show(in, what); };
    endpoint download_row;
    download_row.paths = {"/v1/jobs/{job_id}/download"};
    download_row.answer = [&in](call& what) { return download(in, what); };
    return {list_row, show_row, download_row};
}

} // namespace thimble::service::api
