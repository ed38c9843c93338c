// Both ways to wait for an action: in the request, and by a job's id.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/picture_difference.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>
#include <regex>

namespace thimble::e2e {

namespace {

const std::regex uuid("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
const std::regex iso_time(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");

bool matches(const nlohmann::json& value, const std::regex& pattern)
{
    return value.is_string() && std::regex_match(value.get<std::string>(), pattern);
}

nlohmann::json until_final(const thimble_system& daemon, const std::string& job_id)
{
    nlohmann::json job;
    eventually(10s, [&] {
        job = daemon.api().get("/v1/jobs/" + job_id).json();
        return job.at("status") == "completed" || job.at("status") == "failed";
    });
    return job;
}

void check_completed(const nlohmann::json& job, const std::string& action)
{
    INFO(job.dump());
    CHECK(job.at("status") == "completed");
    CHECK(job.at("action") == action);
    CHECK(matches(job.at("id"), uuid));
    for (const auto* name : {"created_at", "started_at", "completed_at"})
        CHECK(matches(job.at(name), iso_time));
    for (const auto* name : {"queued_ms", "link_ms", "device_ms", "total_ms"})
        CHECK(job.at("timing").at(name).get<double>() >= 0);
}

} // namespace

TEST_CASE("every action answers when it has ended, or at once with a job", "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const std::vector<std::pair<std::string, std::string>> actions{
        {"tap", R"({"x": 300, "y": 600})"},
        {"flick", R"({"x": 300, "y": 900, "direction": "up"})"},
        {"home", ""},
        {"select", ""}};

    for (const auto& [name, body] : actions) {
        INFO(name);
        const auto waited = daemon.api().post(daemon.path(phone, "/" + name), body);
        CHECK(waited.status == 200);
        check_completed(waited.json(), name);

        const auto started = daemon.api().post("/v1/" + name + "?async=TRUE", body);
        CHECK(started.status == 200);
        REQUIRE(matches(started.json().at("job_id"), uuid));
        check_completed(until_final(daemon, started.json().at("job_id")), name);
    }
}

TEST_CASE("a screenshot comes at once, or is fetched with its job", "[e2e][linked]")
{
    const virtual_phones phones;
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));

    const auto at_once = daemon.api().get("/v1/screenshot");
    REQUIRE(at_once.status == 200);
    CHECK(at_once.header("Content-Type") == "image/png");
    CHECK(picture_of(at_once.body).size() == screen::pixel_size{.width = 620, .height = 1344});
    CHECK(matches(at_once.header("X-Captured-At"), iso_time));
    const auto again =
        daemon.api().get("/v1/screenshot", {{"If-None-Match", at_once.header("ETag")}});
    CHECK(again.status == 304);
    CHECK(again.body.empty());

    const auto started = daemon.api().get("/v1/screenshot?async=1").json();
    const std::string id = started.at("job_id");
    check_completed(until_final(daemon, id), "screenshot");
    const auto fetched = daemon.api().get("/v1/jobs/" + id + "/download");
    CHECK(fetched.status == 200);
    CHECK(differing_pixels(picture_of(fetched.body), picture_of(at_once.body)) == 0);
}

TEST_CASE("actions of one phone happen in the order in which they were asked for", "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const auto first = phone.next_event();

    std::vector<std::string> jobs;
    for (int i = 0; i < 8; ++i) {
        const nlohmann::json body{{"x", 50 + 60 * i}, {"y", 700}};
        jobs.push_back(daemon.api().post("/v1/tap?async=true", body.dump()).json().at("job_id"));
    }
    for (const auto& job : jobs)
        check_completed(until_final(daemon, job), "tap");

    const auto fingers = phone.fingers_down(first);
    CHECK(fingers.size() == jobs.size());
    CHECK(std::ranges::is_sorted(
        fingers, {}, [](const auto& event) { return event.at("x").template get<double>(); }));
}

TEST_CASE("home goes to the home screen and a flick scrolls a list", "[e2e]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    phone.make("open", {{"bundle_id", "com.apple.Preferences"}});

    const auto offset = [&] {
        return phone.facts().at("apps").at("com.apple.Preferences").at("offset").get<double>();
    };
    const auto before = offset();
    CHECK(daemon.api().post("/v1/flick", R"({"x": 310, "y": 900, "direction": "up"})").status ==
          200);
    CHECK(eventually(10s, [&] { return offset() > before + 50; }));

    CHECK(daemon.api().post("/v1/home").status == 200);
    CHECK(phone.facts().at("front_app") == "com.apple.springboard");
}

} // namespace thimble::e2e
