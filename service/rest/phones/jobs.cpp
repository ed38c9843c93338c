// GET /v1/jobs, /v1/jobs/{job_id} and /v1/jobs/{job_id}/download.
#include "http/json_response.hpp"
#include "service/jobs/job_record.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/picture_response.hpp"
#include "text/ascii.hpp"
#include "text/uuid.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

/// The job of the path; sets which phone the answer is about.
asio::awaitable<result<job_ptr>> find_job(services& in, call& what)
{
    const auto& id = what.path.find("job_id")->second;
    auto found = co_await in.jobs.find(what.who.id, to_lower(id));
    if (!found || !what.who.rights.may_use(found->phone_id()))
        co_return std::unexpected(
            failure{.code = "JOB_NOT_FOUND",
                    .message = "There is no such job; jobs are kept for 7 days.",
                    .context = {{"job_id", id}}});
    what.phone_id = found->phone_id();
    co_return found;
}

asio::awaitable<http::response> show(services& in, call& what)
{
    const auto found = co_await find_job(in, what);
    co_return found ? json_response(job_record(**found)) : to_response(found.error());
}

asio::awaitable<http::response> download(services& in, call& what)
{
    const auto found = co_await find_job(in, what);
    if (!found)
        co_return to_response(found.error());
    auto content = co_await in.jobs.picture_of(*found);
    if (!content)
        co_return to_response(
            {.code = "DATA_NOT_FOUND",
             .message = "This job has no image: it takes none, is not done, failed, or is older "
                        "than images are kept.",
             .context = {{"job_id", (*found)->id()}, {"status", to_string((*found)->status())}}});
    co_return picture_response(what.request, **found, std::move(content));
}

result<jobs::filter> filter_of(const services& in, const call& what)
{
    const auto& given = what.given;
    jobs::filter wanted{.account_id = what.who.id};
    wanted.phones = what.who.rights.phones;
    wanted.limit = static_cast<std::size_t>(given.integer("limit"));
    if (given.has("before") && !is_uuid(given.text("before")))
        return std::unexpected(invalid_argument("before", "not_a_uuid", "must be a UUID"));
    if (given.has("phone_id")) {
        auto id = in.phones.id_called(what.who, given.text("phone_id"));
        if (!id)
            return std::unexpected(std::move(id.error()));
        wanted.phone_id = std::move(*id);
    }
    if (given.has("status"))
        wanted.status = parse_job_status(given.text("status"));
    if (given.has("before"))
        wanted.before = to_lower(given.text("before"));
    return wanted;
}

asio::awaitable<http::response> list(services& in, call& what)
{
    const auto wanted = filter_of(in, what);
    if (!wanted)
        co_return to_response(wanted.error());
    if (wanted->before && !co_await in.jobs.find(what.who.id, *wanted->before))
        co_return to_response(
            invalid_argument("before", "unknown", "names a job that is not kept any more"));
    const auto page = co_await in.jobs.list(*wanted);
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
    list_row.needs = {scope::read};
    list_row.minds_phones = true;
    list_row.query = {text("phone_id", 1, 120)
                          .such_as("0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11")
                          .means("Of this phone only: its id, its UDID, or a name that no other "
                                 "phone has."),
                      choice("status", {"pending", "running", "completed", "failed"})
                          .means("In this state only."),
                      integer("limit", 1, 100).otherwise(20).means("How many at most."),
                      text("before", 1, 64)
                          .means("Only older ones than the job with this id: "
                                 "`next_before` of the page before.")};
    list_row.documented_as = {.in = chapter::jobs,
                              .summary = "List jobs, the newest first",
                              .details = "Jobs are kept for 7 days.",
                              .answers = {{.meaning = "A page of jobs.", .records = {"job_list"}}},
                              .failures = {"PHONE_NOT_FOUND", "PHONE_AMBIGUOUS"}};
    list_row.answer = [&in](call& what) { return list(in, what); };
    endpoint show_row;
    show_row.paths = {"/v1/jobs/{job_id}"};
    show_row.needs = {scope::read,
                      scope::act}; // an act that is not waited for has to be asked about
    show_row.minds_phones = true;
    show_row.documented_as = {.in = chapter::jobs,
                              .summary = "Ask how a job goes",
                              .answers = {{.meaning = "The job.", .records = {"job"}}},
                              .failures = {"JOB_NOT_FOUND"},
                              .finds_phone = true};
    show_row.answer = [&in](call& what) { return show(in, what); };
    endpoint download_row;
    download_row.paths = {"/v1/jobs/{job_id}/download"};
    download_row.needs = {scope::read};
    download_row.minds_phones = true;
    download_row.documented_as = {.in = chapter::jobs,
                                  .summary = "Download the picture of a job",
                                  .details = "Pictures are kept for an hour.",
                                  .answers = picture_answers(),
                                  .failures = {"JOB_NOT_FOUND", "DATA_NOT_FOUND"},
                                  .finds_phone = true};
    download_row.answer = [&in](call& what) { return download(in, what); };
    return {list_row, show_row, download_row};
}

} // namespace thimble::service::api
