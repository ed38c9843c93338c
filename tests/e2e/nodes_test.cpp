// Three nodes of one service: whatever is begun at one is seen, followed and ended at the others.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/nodes/event_follower.hpp"
#include "tests/e2e/nodes/shared_service.hpp"
#include "tests/e2e/numbered_taps.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/session_client.hpp"
#include "tests/e2e/stream_viewer.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <future>
#include <set>
#include <thread>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto whole_again = 10s; // after a node has gone
constexpr auto end_of_session = 120s;
constexpr auto notes = "com.apple.mobilenotes";

std::string small_letters_of(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char each) {
        return static_cast<char>(std::tolower(each));
    });
    return text;
}

/// The nodes that have answered, in the order of the answers.
std::vector<std::string> served_by(const std::string& answers)
{
    constexpr std::string_view field = "\r\nx-served-by: ";
    const auto text = small_letters_of(answers);
    std::vector<std::string> out;
    for (auto found = text.find(field); found != std::string::npos;
         found = text.find(field, found + 1)) {
        const auto begin = found + field.size();
        out.push_back(text.substr(begin, text.find('\r', begin) - begin));
    }
    return out;
}

/// Taps through HAProxy one after another, until it is told to stop.
class steady_tapper {
public:
    explicit steady_tapper(const shared_service& on)
        : tapping_(std::async(std::launch::async, [this, &on] { tap_on(on); }))
    {
    }
    steady_tapper(const steady_tapper&) = delete;
    steady_tapper& operator=(const steady_tapper&) = delete;
    ~steady_tapper() { stop(); }

    void stop()
    {
        stopping_ = true;
        if (tapping_.valid())
            tapping_.get();
    }

    /// True if so many more taps were done before `limit` is over.
    bool until_done(std::size_t more, std::chrono::milliseconds limit) const
    {
        const auto wanted = done_.load() + more;
        return eventually(limit, [&] { return done_.load() >= wanted; });
    }

    int asked() const noexcept { return asked_; }

    /// After stop(): those that were answered with 200, and what the others were answered.
    const std::set<int>& completed() const noexcept { return completed_; }
    const std::vector<std::string>& errors() const noexcept { return errors_; }

private:
    void tap_on(const shared_service& on)
    {
        const auto target = on.path("/tap");
        while (!stopping_) {
            const numbered_tap tap{asked_++};
            try {
                const auto answer = on.system->api().post(target, tap.body());
                if (answer.status == 200) {
                    completed_.insert(tap.number);
                    ++done_;
                    continue;
                }
                errors_.push_back(std::to_string(answer.status) + " " + answer.body);
            } catch (const std::exception& problem) {
                errors_.emplace_back(problem.what());
            }
            std::this_thread::sleep_for(20ms); // as a client would, or nothing else runs
        }
    }

    std::atomic<bool> stopping_ = false;
    std::atomic<std::size_t> done_ = 0;
    std::atomic<int> asked_ = 0;
    std::set<int> completed_;
    std::vector<std::string> errors_;
    std::future<void> tapping_; // the last: it uses all of the above
};

/// No touch was made twice, and none that was answered with 200 is missing.
void check_touches(const shared_service& on, const steady_tapper& tapper)
{
    const auto made = taps_made(on.phone);
    for (const auto& [number, times] : made) {
        INFO("tap " << number);
        CHECK(times == 1);
        CHECK(number < tapper.asked());
    }
    for (const auto number : tapper.completed()) {
        INFO("tap " << number);
        CHECK(made.contains(number));
    }
}

} // namespace

TEST_CASE("requests of one client on one connection go to all nodes in turn", "[e2e][nodes]")
{
    const shared_service on;
    std::string requests;
    for (std::size_t i = 0; i < on.count(); ++i)
        requests += "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" +
                    std::string(i + 1 == on.count() ? "Connection: close\r\n" : "") + "\r\n";
    const auto answered = served_by(on.system->stranger().raw(requests, 60s));
    CHECK(answered.size() == on.count());
    CHECK(std::set(answered.begin(), answered.end()).size() == on.count());
}

TEST_CASE("whatever is asked of a phone may be asked of any node", "[e2e][nodes]")
{
    shared_service on;
    for (std::size_t node = 0; node < on.count(); ++node) {
        INFO("node " << node);
        const auto here = on.at(node);
        const auto elsewhere = on.at(node + 1);

        // A tap and a picture.
        const auto mark = on.phone.next_event();
        const auto tapped = here.post(on.path("/tap"), R"({"x": 300, "y": 700})");
        INFO(tapped.body);
        CHECK(tapped.status == 200);
        CHECK(on.phone.fingers_down(mark).size() == 1);
        const auto picture = here.get(on.path("/screenshot"));
        CHECK(picture.status == 200);
        CHECK(picture.header("content-type").starts_with("image/"));

        // A job that is looked at elsewhere, and whose repeat is recognised elsewhere.
        const auto key = header_fields{{"Idempotency-Key", "walk-" + std::to_string(node)}};
        const auto begun = here.post(on.path("/tap?async=true"), R"({"x": 310, "y": 710})", key);
        REQUIRE(begun.status == 200);
        const std::string job = begun.json().at("job_id");
        CHECK(ended_job(elsewhere, job).at("status") == "completed");
        const auto repeated =
            elsewhere.post(on.path("/tap?async=true"), R"({"x": 310, "y": 710})", key);
        CHECK(repeated.status == 200);
        CHECK(repeated.json().value("job_id", "") == job);
        CHECK(on.phone.fingers_down(mark).size() == 2);

        // A stream, which every node has, wherever the link ends.
        stream_viewer watching(on.system->nodes().port_of(node), on.system->key(),
                               on.path("/stream"));
        CHECK(watching.status() == 200);
        const auto shown = watching.next();
        CHECK(shown);
    }
}

TEST_CASE("what is typed at one node stands after what was typed at another", "[e2e][nodes]")
{
    shared_service on;
    on.phone.make("open", {{"bundle_id", notes}});
    if (on.phone.facts().at("keyboard_shown") != true)
        REQUIRE(on.at(0).post(on.path("/tap"), R"({"x": 310, "y": 420})").status == 200);
    REQUIRE(on.phone.facts().at("keyboard_shown") == true);
    const auto written = [&]() -> std::string {
        return on.phone.facts().at("apps").at(notes).at("text");
    };
    const auto before = written();
    for (std::size_t node = 0; node < on.count(); ++node) {
        const auto answer = on.at(node).post(
            on.path("/type"), json{{"text", "node " + std::to_string(node) + ". "}}.dump());
        INFO(answer.body);
        CHECK(answer.status == 200);
    }
    CHECK(written() == before + "node 0. node 1. node 2. ");
}

TEST_CASE("a session is begun at one node, followed at another, stopped at a third", "[e2e][nodes]")
{
    shared_service on;
    on.model.play(
        script_of({.turns = {turn_of("tap", {{"x", 300}, {"y", 700}}), claim("It was touched.")}}));
    const session_client begun(on.at(0), on.order("Touch the middle"));
    const auto elsewhere = on.at(1);
    const auto followed =
        elsewhere.get("/v1/sessions/" + begun.id() + "/events", {{"Accept", "text/event-stream"}});
    INFO(begun.told());
    CHECK(followed.status == 200);
    CHECK(followed.body.contains("It was touched."));
    CHECK(begun.until("completed", end_of_session));
    CHECK(on.at(2).get("/v1/sessions/" + begun.id()).json().at("status") == "completed");

    on.model.play(script_of(
        {.turns = {turn_of("ask_user", {{"question", "Go on?"}}), claim("Nothing to do.")}}));
    const session_client asking(on.at(2), on.order("Ask first"));
    REQUIRE(asking.until("waiting_for_user", end_of_session));
    const auto stopped = on.at(1).post("/v1/sessions/" + asking.id() + "/stop");
    INFO(stopped.body);
    CHECK(stopped.status == 204);
    CHECK(asking.until("killed", 10s));
}

TEST_CASE("whoever follows events at one node hears of what is done at another", "[e2e][nodes]")
{
    shared_service on;
    for (std::size_t node = 0; node < on.count(); ++node) {
        INFO("node " << node);
        event_follower follower(on.system->nodes().port_of(node), on.system->key());
        REQUIRE(follower.status() == 200);
        const auto tapped =
            on.at(node + 1).post(on.path("/tap?async=true"), R"({"x": 300, "y": 700})");
        REQUIRE(tapped.status == 200);
        const std::string job = tapped.json().at("job_id");
        const auto heard = follower.until([&](const json& event) {
            return event.at("type") == "job" && event.at("data").at("job_id") == job;
        });
        REQUIRE(heard);
        CHECK(heard->at("data").at("status") == "completed");
    }
}

TEST_CASE("a key that was revoked at one node opens none", "[e2e][nodes]")
{
    shared_service on;
    for (std::size_t node = 0; node < on.count(); ++node) {
        INFO("revoked at node " << node);
        const auto made = on.at(node + 1).post("/v1/keys", R"({"name": "short-lived"})");
        REQUIRE(made.status == 201);
        const header_fields with_key{{"X-API-Key", made.json().at("key")}};
        for (std::size_t each = 0; each < on.count(); ++each)
            CHECK(eventually(
                10s, [&] { return on.at(each).with(with_key).get("/v1/phones").status == 200; }));
        const auto revoked = on.at(node).send(
            "DELETE", "/v1/keys/" + made.json().at("id").get<std::string>(), "", {});
        CHECK(revoked.status == 204);
        for (std::size_t each = 0; each < on.count(); ++each) // at once
            CHECK(on.at(each).with(with_key).get("/v1/phones").status == 401);
    }
}

TEST_CASE("a node that is killed takes nothing along, and one that comes back answers",
          "[e2e][nodes]")
{
    shared_service on;
    auto& nodes = on.system->nodes();
    steady_tapper tapper(on);
    REQUIRE(tapper.until_done(20, 30s));
    for (std::size_t node = 0; node < nodes.size(); ++node) { // one of them has the link
        INFO("node " << node);
        nodes.kill(node);
        CHECK(tapper.until_done(10, whole_again));
        nodes.start(node);
        REQUIRE(nodes.until_ready(node, 30s));
        REQUIRE(on.system->until_ready(on.phone, ready_limit));
    }
    tapper.stop();
    check_touches(on, tapper);
}

TEST_CASE("nodes that are drained one after another are not noticed by a client", "[e2e][nodes]")
{
    shared_service on;
    auto& nodes = on.system->nodes();
    steady_tapper tapper(on);
    REQUIRE(tapper.until_done(20, 30s));
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        INFO("node " << node);
        CHECK(nodes.drain(node) == 0);
        CHECK(tapper.until_done(10, whole_again));
        nodes.start(node);
        REQUIRE(nodes.until_ready(node, 30s));
        REQUIRE(on.system->until_ready(on.phone, ready_limit));
    }
    tapper.stop();
    for (const auto& each : tapper.errors())
        FAIL_CHECK(each);
    check_touches(on, tapper);
}

} // namespace thimble::e2e
