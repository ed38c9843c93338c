// GET /v1/sessions/{session_id}/pictures/{job_id}: a picture that the agent was shown.
#include "service/rest/phones/picture_response.hpp"
#include "service/rest/sessions/session_answers.hpp"
#include "text/ascii.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

/// The job that a picture comes from, while it is kept, if it is one of that phone.
asio::awaitable<job_ptr> job_of(services& in, const call& what, std::string id)
{
    auto found = co_await in.jobs.find(what.who.id, std::move(id));
    co_return found && found->phone_id() == what.phone_id ? found : nullptr;
}

asio::awaitable<http::response> download_picture(services& in, call& what)
{
    const auto session = co_await find_session(in, what);
    if (!session)
        co_return to_response(session.error());
    const auto job_id = to_lower(what.path.find("job_id")->second);
    const auto work = co_await job_of(in, what, job_id);
    auto content = co_await in.session_pictures.load(what.who.id, session->id, job_id);
    if (!content && work) // it is still being written, or could not be
        content = co_await in.jobs.picture_of(work);
    if (!content)
        co_return to_response({.code = "DATA_NOT_FOUND",
                               .message = "This session has no picture of this job, or it is older "
                                          "than pictures are kept.",
                               .context = {{"session_id", session->id}, {"job_id", job_id}}});
    const bool described = work && work->has_result() && work->result().frame;
    co_return described ? picture_response(what.request, *work, std::move(content))
                        : picture_response(what.request, std::move(content));
}

} // namespace

std::vector<endpoint> session_picture_endpoints(services& in)
{
    endpoint row;
    row.paths = {"/v1/sessions/{session_id}/pictures/{job_id}"};
    row.needs = {scope::read};
    row.minds_phones = true;
    row.documented_as = {
        .in = chapter::sessions,
        .summary = "Download a picture that the agent was shown",
        .details =
            "`url` of the event `screenshot`. Such pictures are kept as long as the session, "
            "within limits of size and age. The headers that say what it shows are there as "
            "long as its job is, which is 7 days.",
        .answers = picture_answers(),
        .failures = {"SESSION_NOT_FOUND", "DATA_NOT_FOUND"},
        .finds_phone = true};
    row.answer = [&in](call& what) { return download_picture(in, what); };
    return {row};
}

} // namespace thimble::service::api
