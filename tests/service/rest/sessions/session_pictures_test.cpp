// Pictures that an agent was shown, as long as its session is there.
#include "tests/e2e/eventually.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Pictures of jobs are not kept at all.
limits without_pictures_of_jobs()
{
    limits out;
    out.jobs.picture_age = std::chrono::minutes(0);
    return out;
}

/// Two sessions, each of which is done at once.
constexpr const char* twice_quick_model = R"({"conversations": [{"turns": [
    {"tool_uses": [{"name": "done", "arguments": {"success": true, "summary": "Done."}}]},
    {"text": "YES: the screen shows it."},
    {"tool_uses": [{"name": "done", "arguments": {"success": true, "summary": "Done."}}]},
    {"text": "YES: the screen shows it."}]}]})";

json first_look(with_agent& on, const json& session)
{
    const auto page = on.client.get(session_path(session, "/events")).json();
    for (const auto& each : page.at("events"))
        if (each.at("type") == "screenshot")
            return each.at("data");
    FAIL("the agent was shown nothing");
    return {};
}

} // namespace

TEST_CASE("what an agent was shown is there when the pictures of jobs have gone", "[sessions]")
{
    with_agent on(quick_model, without_pictures_of_jobs());
    const auto made = on.begin();
    REQUIRE(on.becomes(made.at("id"), "completed"));
    const auto shown = first_look(on, made);
    const std::string url = shown.at("url");
    const std::string job = shown.at("job_id");
    CHECK(url == session_path(made, "/pictures/" + job));
    CHECK(on.client.get("/v1/jobs/" + job + "/download").error() == "DATA_NOT_FOUND");
    REQUIRE(e2e::eventually(std::chrono::seconds(30),
                            [&] { return on.client.get(url).status == 200; }));
    const auto picture = on.client.get(url);
    CHECK(picture.field("content-type") == "image/png");
    CHECK(shown.at("frame_id") == picture.field("x-frame-id"));
    CHECK(picture.field("x-phone-id") == on.phone_id);
    CHECK(picture.body.contains("PNG"));
    CHECK(on.client
              .ask("GET", url, {{"X-API-Key", api_key}, {"If-None-Match", picture.field("etag")}})
              .status == 304);
}

TEST_CASE("a session has the pictures of its own looks alone", "[sessions]")
{
    with_agent on(twice_quick_model, without_pictures_of_jobs());
    const auto made = on.begin();
    REQUIRE(on.becomes(made.at("id"), "completed"));
    const std::string job = first_look(on, made).at("job_id");
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        return on.client.get(session_path(made, "/pictures/" + job)).status == 200;
    }));
    const auto other = on.begin();
    REQUIRE(on.becomes(other.at("id"), "completed"));
    CHECK(on.client.get(session_path(other, "/pictures/" + job)).error() == "DATA_NOT_FOUND");
    CHECK(on.client.get(session_path(made, "/pictures/nothing")).error() == "DATA_NOT_FOUND");
    CHECK(on.client.get("/v1/sessions/nothing/pictures/" + job).error() == "SESSION_NOT_FOUND");
}

} // namespace thimble::service::test
