// State that is still known when the service has been started again.
#include "tests/catch2.hpp"
#include "tests/service/lasting_state.hpp"

namespace thimble::service::test {

using namespace std::chrono_literals;
using nlohmann::json;

namespace {

/// Ends with an effect that was seen, and text.
link::result detailed(const link::command& what)
{
    auto out = success(what);
    out.value = {{"bundle_id", "com.apple.Maps"}, {"steps", {1, "two", nullptr}}};
    out.timings = {.queued_ms = 1.234, .device_ms = 5.678};
    out.receipt = link::receipt{.seen = link::effect::changed, .verified = true, .shaped = true};
    out.receipt->frame =
        link::seen_frame{.id = "019a-seen",
                         .space = {.size = {.width = 620, .height = 1344},
                                   .turned = screen::orientation::landscape_left},
                         .captured_at = std::chrono::system_clock::time_point(1763700000123ms),
                         .settled = true,
                         .changed = true,
                         .region = screen::area{.x = 1, .y = 2, .width = 30, .height = 40}};
    out.receipt->driver = "coredevice";
    return out;
}

link::result refused(const link::command& what)
{
    auto out = failure(what, "ACTION_FAILED", link::outcome::unknown);
    out.failure->context["cause"] = "alert_in_front";
    return out;
}

/// The id of a screenshot that was under way when the service ended.
std::string cut_off_screenshot(lasting_state& state)
{
    const auto running = state.start();
    running->attach(phone("udid-1"));
    running->direct([](auto& desktop) {
        desktop.hold();
        desktop.obeys_cancel = false;
    });
    const auto answer = http_client(running->port()).get("/v1/screenshot?async=true");
    running->stop();
    return answer.json().at("job_id");
}

/// A service whose desktop remembers a picture of that phone as the result of the job.
auto start_remembering(lasting_state& state, const std::string& job_id, const std::string& udid)
{
    link::command past;
    past.job_id = job_id;
    past.udid = udid;
    return state.start([&](auto& desktop) { desktop.past[job_id] = picture(past, "\x89PNG 1"); });
}

/// Of a job, once it has ended.
reply picture_of(const running_service& in, const std::string& job_id)
{
    http_client client(in.port());
    while (client.get("/v1/jobs/" + job_id).json().at("status") == "pending") {
    }
    return client.get("/v1/jobs/" + job_id + "/download");
}

} // namespace

TEST_CASE("jobs are shown after a restart as they were before it", "[service][store]")
{
    lasting_state state;
    json before;
    std::string refused_id;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        http_client client(running->port());
        for (const auto& script : {success, detailed, refused}) {
            running->direct([&](auto& desktop) { desktop.script = script; });
            client.post("/v1/home");
        }
        for (int each = 0; each < 20; ++each) // times of every fraction of a microsecond
            client.post("/v1/home");
        before = client.get("/v1/jobs?limit=100").json();
        refused_id = before.at("jobs").at(0).at("id");
    }
    REQUIRE(before.at("jobs").size() == 23);
    const auto running = state.start();
    http_client client(running->port());
    CHECK(client.get("/v1/jobs?limit=100").json() == before);
    CHECK(client.get("/v1/jobs/" + refused_id).json() == before.at("jobs").at(0));
    CHECK(client.get("/v1/jobs?status=failed&limit=100").json().at("jobs").size() == 21);
    CHECK(running->seen().received.empty());
}

TEST_CASE("pictures of jobs are there after a restart", "[service][store]")
{
    lasting_state state;
    std::string download;
    headers before;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        running->direct([](auto& desktop) {
            desktop.script = [](const link::command& what) { return picture(what, "\x89PNG 1"); };
        });
        http_client client(running->port());
        const auto id = client.get("/v1/screenshot?async=true").json().at("job_id");
        download = "/v1/jobs/" + id.get<std::string>() + "/download";
        while (client.get(download).status != 200) {
        }
        before = client.get(download).fields;
    }
    const auto running = state.start();
    http_client client(running->port());
    const auto answer = client.get(download);
    CHECK(answer.body == "\x89PNG 1");
    for (const auto* name : {"etag", "x-frame-id", "x-screen-width", "x-captured-at"})
        CHECK(answer.field(name) == before.at(name));
}

TEST_CASE("a job that a restart has cut off is settled from the desktop's journal",
          "[service][store]")
{
    lasting_state state;
    std::string known;
    std::string unknown;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        running->direct([](auto& desktop) {
            desktop.hold();
            desktop.obeys_cancel = false;
        });
        http_client client(running->port());
        known = client.post("/v1/home?async=1").json().at("job_id");
        unknown = client.post("/v1/home?async=1").json().at("job_id");
        running->stop();
    }
    link::command past;
    past.job_id = known;
    past.udid = "udid-1";
    const auto running = state.start([&](auto& desktop) { desktop.past[known] = success(past); });
    http_client client(running->port());
    const auto final_state = [&](const std::string& id) {
        auto record = client.get("/v1/jobs/" + id).json();
        while (record.at("status") == "pending")
            record = client.get("/v1/jobs/" + id).json();
        return record;
    };
    const auto lost = final_state(unknown);
    CHECK(lost.at("status") == "failed");
    CHECK(lost.at("result").at("error") == "JOB_LOST");
    CHECK(lost.at("result").at("context").at("outcome") == "unknown");
    CHECK(final_state(known).at("status") == "completed");
    CHECK(running->seen().received.empty());
    CHECK(client.get("/v1/jobs?status=pending").json().at("jobs").empty());
}

TEST_CASE("a picture that a desktop's journal still has is kept", "[service][store]")
{
    lasting_state state;
    const auto id = cut_off_screenshot(state);
    {
        const auto running = start_remembering(state, id, "udid-1");
        CHECK(picture_of(*running, id).body == "\x89PNG 1");
    }
    const auto running = state.start();
    CHECK(picture_of(*running, id).body == "\x89PNG 1");
}

TEST_CASE("a picture of another phone is nobody's", "[service][store]")
{
    lasting_state state;
    const auto id = cut_off_screenshot(state);
    const auto running = start_remembering(state, id, "udid-2");
    CHECK(picture_of(*running, id).status == 404);
}

TEST_CASE("what is known of phones and what was set for them outlives a restart",
          "[service][store]")
{
    lasting_state state;
    json before;
    {
        const auto running = state.start();
        const auto id = running->attach(phone("udid-1"));
        running->attach(phone("udid-2", "Bob's iPhone"));
        http_client client(running->port());
        const auto path = "/v1/phones/" + id;
        client.ask("PATCH", path + "/settings",
                   {{"X-API-Key", api_key}, {"Content-Type", "application/json"}},
                   R"({"display_name": "Desk ☕", "typing_method": "paste", "speed": 42})");
        client.ask("PUT", path + "/shortcuts",
                   {{"X-API-Key", api_key}, {"Content-Type", "application/json"}},
                   R"({"shortcuts": ["Torch", "Log \"it\""]})");
        client.post("/v1/phones/" + id + "/select");
        auto gone = phone("udid-1");
        gone.attached = false;
        running->attach(gone);
        before = client.get("/v1/phones").json();
    }
    const auto running = state.start();
    http_client client(running->port());
    auto after = client.get("/v1/phones").json();
    REQUIRE(after.size() == 2);
    CHECK(after.at(0) == before.at(0));
    CHECK(after.at(1).at("connection_status") == "offline");
    CHECK(after.at(1).at("width") == 620);
    const auto path = "/v1/phones/" + after.at(0).at("id").get<std::string>();
    CHECK(client.get(path + "/shortcuts").json().at("shortcuts") ==
          json::array({"Torch", "Log \"it\""}));
    CHECK(client.get(path + "/settings").json().at("speed") == 42);
    running->attach(phone("udid-1"));
    running->attach(phone("udid-2"));
    CHECK(client.post("/v1/home").field("x-phone-id") == after.at(0).at("id").get<std::string>());
}

TEST_CASE("a phone that is forgotten stays forgotten", "[service][store]")
{
    lasting_state state;
    {
        const auto running = state.start();
        const auto id = running->attach(phone("udid-1"));
        auto gone = phone("udid-1");
        gone.attached = false;
        running->attach(gone);
        http_client client(running->port());
        CHECK(client.ask("DELETE", "/v1/phones/" + id, {{"X-API-Key", api_key}}).status == 204);
    }
    const auto running = state.start();
    CHECK(http_client(running->port()).get("/v1/phones").json() == json::array());
}

TEST_CASE("what was on a clipboard is written nowhere", "[service]")
{
    lasting_state state;
    const auto running = state.start();
    running->attach(phone("udid-1"));
    running->direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = success(what);
            out.value = {{"text", "planted-clipboard"}, {"empty", false}};
            return out;
        };
    });
    auto able = phone("udid-1");
    able.capabilities.emplace_back("read-clipboard");
    running->attach(able);
    http_client client(running->port());
    const auto read = client.post("/v1/read-clipboard", "", {{"Idempotency-Key", "once"}});
    CHECK(read.json().at("text") == "planted-clipboard");
    CHECK(client.post("/v1/read-clipboard", "", {{"Idempotency-Key", "once"}}).body == read.body);
    CHECK(client.get("/v1/jobs").json().at("jobs").size() == 1); // it has been written by now
    CHECK_FALSE(state.content().contains("planted-clipboard"));
}

} // namespace thimble::service::test
