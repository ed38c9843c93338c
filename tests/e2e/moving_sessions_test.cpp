// Three nodes of one service: an agent's session goes on elsewhere when its node is drained or
// dies.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/nodes/shared_service.hpp"
#include "tests/e2e/numbered_taps.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/stream_viewer.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr int touches = 12;
constexpr auto end_of_all = 120s;

/// Turns by the session's history, so that it goes on where it was wherever it is taken up.
json slow_touches()
{
    std::vector<json> turns;
    for (int number = 0; number < touches; ++number) {
        auto turn = turn_of("tap", json::parse(numbered_tap{number}.body()));
        turn["delay_ms"] = 400;
        turns.push_back(std::move(turn));
    }
    turns.push_back(claim("All places were touched."));
    auto out = script_of({.turns = std::move(turns), .for_ever = true});
    out.at("conversations").back()["order"] = "history";
    return out;
}

/// An agent that touches numbered places; its session lives at node 0, and is read at node 1.
class touching_agent {
public:
    explicit touching_agent(shared_service& on) : on_(on)
    {
        on.model.play(slow_touches());
        const auto begun = on.at(0).post("/v1/sessions", on.order("Touch all places").dump());
        INFO(begun.body);
        REQUIRE(begun.status == 201);
        path_ = "/v1/sessions/" + begun.json().at("id").get<std::string>();
    }

    const std::string& path() const noexcept { return path_; }

    bool until_touched(std::size_t times) const
    {
        return eventually(60s, [&] { return taps_made(on_.phone).size() >= times; });
    }

    /// True if a status event says before `limit` is over that it has moved.
    bool until_moved(std::chrono::milliseconds limit) const
    {
        return eventually(limit, [&] { return text_of_events().contains(R"("moved":true)"); });
    }

    bool until_completed() const
    {
        return eventually(end_of_all, [&] {
            return on_.at(1).get(path_).json().value("status", "") == "completed";
        });
    }

    /// All pages of them.
    std::string text_of_events() const
    {
        std::string out;
        for (json next = 0;;) {
            const auto page = on_.at(1).get(path_ + "/events?since=" + next.dump());
            if (page.status != 200 || page.json().at("events").empty())
                return out;
            out += page.json().at("events").dump();
            next = page.json().at("next_index");
        }
    }

private:
    shared_service& on_;
    std::string path_;
};

/// Asks for the session through HAProxy again and again; notes what is no answer.
class steady_reader {
public:
    steady_reader(const shared_service& on, const std::string& path)
        : reading_(std::async(std::launch::async, [this, api = on.system->api(), path] {
              while (!stopping_)
                  read(api, path);
          }))
    {
    }
    steady_reader(const steady_reader&) = delete;
    steady_reader& operator=(const steady_reader&) = delete;
    ~steady_reader() { stop(); }

    void stop()
    {
        stopping_ = true;
        if (reading_.valid())
            reading_.get();
    }

    /// After stop().
    const std::vector<std::string>& errors() const noexcept { return errors_; }

private:
    void read(const http_client& api, const std::string& path)
    {
        try {
            if (const auto answer = api.get(path); answer.status != 200)
                errors_.push_back(std::to_string(answer.status) + " " + answer.body);
        } catch (const std::exception& problem) {
            errors_.emplace_back(problem.what());
        }
        std::this_thread::sleep_for(20ms); // as a client would, or nothing else runs
    }

    std::atomic<bool> stopping_ = false;
    std::vector<std::string> errors_;
    std::future<void> reading_; // the last: it uses all of the above
};

/// True if the stream shows what the phone showed after that moment.
bool shows_later_than(std::chrono::system_clock::time_point moment, stream_viewer& watching)
{
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    while (const auto shown = watching.next())
        if (shown->arrived_at - duration_cast<milliseconds>(shown->age()) > moment)
            return true;
    return false;
}

void check_none_touched_twice(const shared_service& on)
{
    for (const auto& [number, times] : taps_made(on.phone)) {
        INFO("touch " << number);
        CHECK(times == 1);
    }
}

} // namespace

TEST_CASE("a session goes on while its node is drained, and nobody who follows or watches is lost",
          "[e2e][nodes]")
{
    shared_service on;
    stream_viewer watching(on.system->nodes().port_of(2), on.system->key(), on.path("/stream"),
                           std::chrono::seconds(60) * slowdown());
    REQUIRE(watching.status() == 200);
    REQUIRE(watching.next());
    const touching_agent agent(on);
    auto followed = std::async(std::launch::async, [at = on.at(1), path = agent.path()] {
        return at.get(path + "/events", {{"Accept", "text/event-stream"}});
    });
    steady_reader reader(on, agent.path());
    REQUIRE(agent.until_touched(2));
    CHECK(on.system->nodes().drain(0) == 0);
    const auto drained = std::chrono::system_clock::now();
    CHECK(agent.until_moved(10s));
    CHECK(shows_later_than(drained, watching));
    INFO(agent.text_of_events());
    CHECK(agent.until_completed());
    reader.stop();
    for (const auto& each : reader.errors())
        FAIL_CHECK(each);
    const auto told = followed.get();
    CHECK(told.status == 200);
    CHECK(told.body.contains(R"("moved":true)"));
    CHECK(told.body.contains("All places were touched."));
    CHECK(taps_made(on.phone).size() == touches);
    check_none_touched_twice(on);
}

TEST_CASE("a session whose node dies and stays dead goes on at another within ten seconds",
          "[e2e][nodes]")
{
    shared_service on;
    const touching_agent agent(on);
    REQUIRE(agent.until_touched(2));
    on.system->nodes().kill(0);
    CHECK(agent.until_moved(10s));
    INFO(agent.text_of_events());
    CHECK(agent.until_completed());
    CHECK_FALSE(on.system->nodes().runs(0));
    // The touch that was under way as the node died may be missing: nobody repeats it.
    CHECK(taps_made(on.phone).size() >= touches - 1);
    check_none_touched_twice(on);
}

} // namespace thimble::e2e
