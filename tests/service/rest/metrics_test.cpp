// Metrics for a monitoring system.
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

#include <chrono>
#include <regex>

namespace thimble::service::test {

namespace {

bool has_line(const std::string& text, const std::string& line)
{
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

} // namespace

TEST_CASE("requests, jobs, phones and desktops are counted", "[service]")
{
    with_phone with;
    with.client.post("/v1/home");
    with.client.post(with.path("tap"), R"({"x":1,"y":1})");
    with.client.get("/nowhere");
    with.client.ask("BREW", "/v1/home", {});
    const auto answer = with.client.ask("GET", "/metrics", {});
    CHECK(answer.status == 200);
    CHECK(answer.field("content-type") == "text/plain; version=0.0.4; charset=utf-8");
    for (
        const auto* line : {
            R"(thimble_requests_total{method="POST",route="/v1/home",status="200"} 1)",
            R"(thimble_requests_total{method="POST",route="/v1/phones/{phone_id}/tap",status="200"} 1)",
            R"(thimble_requests_total{method="GET",route="-",status="404"} 1)",
            R"(thimble_requests_total{method="other",route="/v1/home",status="405"} 1)",
            R"(thimble_jobs_total{action="tap",outcome="done",status="completed"} 1)",
            R"(thimble_action_duration_seconds_count{action="home"} 1)",
            R"(thimble_desktops{link="connected"} 1)",
            R"(thimble_desktops{link="away"} 0)",
            R"(thimble_phones{connection="connected"} 1)",
            "thimble_commands_under_way 0",
            "thimble_longest_queue 0",
        }) {
        INFO(answer.body << "\nshould have the line " << line);
        CHECK(has_line(answer.body, line));
    }
}

TEST_CASE("a queue and a failure show in the metrics", "[service]")
{
    with_phone with;
    with.running.direct([](auto& desktop) {
        desktop.hold();
        desktop.script = [](const link::command& what) {
            return failure(what, "ACTION_FAILED", link::outcome::unknown);
        };
    });
    for (int each = 0; each < 3; ++each)
        CHECK(with.client.post("/v1/home?async=true").status == 200);
    const auto waiting = with.client.get("/metrics").body;
    CHECK(has_line(waiting, "thimble_commands_under_way 3"));
    CHECK(has_line(waiting, "thimble_longest_queue 3"));
    const auto last = with.client.post("/v1/home?async=true").json().at("job_id");
    with.running.direct([](auto& desktop) { desktop.release(); });
    REQUIRE(with.running.until([](const auto& seen) { return seen.started_jobs.size() == 4; }));
    while (with.client.get("/v1/jobs/" + last.get<std::string>()).json().at("status") != "failed") {
    }
    CHECK(has_line(with.client.get("/metrics").body,
                   R"(thimble_jobs_total{action="home",outcome="unknown",status="failed"} 4)"));
}

TEST_CASE("leases and requests for any phone show in the metrics", "[service]")
{
    with_phone with;
    CHECK(with.client.post("/v1/lease?phone=any", "{}").status == 200);
    CHECK(with.client.post("/v1/home?phone=any").status == 200);
    const auto text = with.client.get("/metrics").body;
    CHECK(has_line(text, "thimble_phones_leased 1"));
    CHECK(has_line(text, "thimble_phone_requests_waiting 0"));
    CHECK(has_line(text, R"(thimble_phone_wait_seconds_count{outcome="given"} 2)"));
}

TEST_CASE("methods that a path does not take are one series", "[service]")
{
    with_phone with;
    for (const auto* method : {"PROPFIND", "TRACE", "MKCOL", "PUT"})
        CHECK(with.client.ask(method, "/v1/home", {}).status == 405);
    for (const auto* method : {"PROPFIND", "TRACE", "MKCOL"})
        CHECK(with.client.ask(method, "/nowhere", {}).status == 404);
    const auto text = with.client.ask("GET", "/metrics", {}).body;
    CHECK(has_line(text,
                   R"(thimble_requests_total{method="other",route="/v1/home",status="405"} 4)"));
    CHECK(has_line(text, R"(thimble_requests_total{method="other",route="-",status="404"} 3)"));
    for (const auto* method : {"PROPFIND", "TRACE", "MKCOL", "PUT"})
        CHECK(text.find(method) == std::string::npos);
}

TEST_CASE("latencies of phones' video show without the phones", "[service]")
{
    using std::chrono::milliseconds;
    running_service running;
    http_client client(running.port());
    const auto text = [&] { return client.ask("GET", "/metrics", {}).body; };
    CHECK(text().find("thimble_phone_tap_to_picture_seconds{") == std::string::npos);
    std::vector<std::string> ids;
    for (const int tens : {9, 5, 6}) {
        auto state = phone("udid-" + std::to_string(tens));
        state.video = link::video_figures{.tap_to_picture =
                                              link::latency_spread{.p50 = milliseconds(10 * tens),
                                                                   .p95 = milliseconds(100 * tens),
                                                                   .count = 7},
                                          .picture_age = {}};
        ids.push_back(running.attach(state));
    }
    const auto all = text();
    for (const auto* line : {
             R"(thimble_phone_tap_to_picture_seconds{phone="median",quantile="0.5"} 0.06)",
             R"(thimble_phone_tap_to_picture_seconds{phone="slowest",quantile="0.5"} 0.09)",
             R"(thimble_phone_tap_to_picture_seconds{phone="median",quantile="0.95"} 0.6)",
             R"(thimble_phone_tap_to_picture_seconds{phone="slowest",quantile="0.95"} 0.9)",
         }) {
        INFO(all << "\nshould have the line " << line);
        CHECK(has_line(all, line));
    }
    CHECK(all.find("thimble_phone_picture_age_seconds{") == std::string::npos);
    CHECK(all.find(ids.front()) == std::string::npos);
    for (const int tens : {9, 5, 6})
        running.attach(phone("udid-" + std::to_string(tens))); // nothing was measured for long
    CHECK(text().find("thimble_phone_tap_to_picture_seconds{") == std::string::npos);
}

TEST_CASE("the metrics are made once for all who ask in a while", "[service]")
{
    running_service running({}, std::chrono::seconds(2), [](server_options& options) {
        options.limits.metrics_age = std::chrono::hours(1);
    });
    http_client client(running.port());
    const auto first = client.ask("GET", "/metrics", {}).body;
    CHECK(client.ask("GET", "/healthz", {}).status == 200);
    CHECK(client.ask("GET", "/metrics", {}).body == first);
}

TEST_CASE("the metrics name no phone, no account and nothing that clients make up", "[service]")
{
    with_phone with;
    with.client.get(with.path("info"));
    with.client.get("/v1/planted-path?planted-query=1");
    with.client.ask("PLANTED", "/v1/phones", {{"X-API-Key", "planted-key"}});
    const auto text = with.client.get("/metrics").body;
    CHECK(has_line(text, R"(thimble_requests_total{method="GET",route="-",status="404"} 1)"));
    CHECK(text.find(R"(method="other",route="/v1/phones")") != std::string::npos);
    CHECK(text.find("planted") == std::string::npos);
    CHECK(text.find("udid") == std::string::npos);
    CHECK(text.find("Ada") == std::string::npos);
    CHECK_FALSE(std::regex_search(text, std::regex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}")));
}

} // namespace thimble::service::test
