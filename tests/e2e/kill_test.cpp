// thimbled killed at random moments under load: no job that a client knows of is lost, and no touch
// is made twice.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/numbered_taps.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <csignal>
#include <mutex>
#include <random>
#include <thread>

namespace thimble::e2e {

namespace {

enum class manner : std::uint8_t { sync, async, with_key };

/// One tap that was asked for, and what the client heard of it before the kill.
struct request {
    numbered_tap tap;
    manner how = manner::sync;
    std::string job_id; // empty: no answer came
    bool told_completed = false;

    std::string key() const { return "tap-" + std::to_string(tap.number); }
};

/// Clients that tap until the service dies.
class load {
public:
    load(const thimble_system& daemon, const virtual_phone& phone, int& next_number)
        : path_(daemon.path(phone, "/tap")), api_(daemon.api()), next_(next_number)
    {
        for (const auto how : {manner::sync, manner::async, manner::with_key})
            clients_.emplace_back([this, how] { tap_on(how); });
    }

    /// Once the service is dead.
    std::vector<request> end()
    {
        for (auto& each : clients_)
            each.join();
        return std::move(asked_);
    }

private:
    void tap_on(manner how)
    {
        for (bool answered = true; answered;) {
            request mine{.tap = {take_number()}, .how = how, .job_id = {}};
            answered = ask(mine);
            const std::scoped_lock lock(mutex_);
            asked_.push_back(std::move(mine));
        }
    }

    /// True if an answer came.
    bool ask(request& what) const
    {
        const header_fields key{{"Idempotency-Key", what.key()}};
        try {
            const auto answer =
                api_.post(path_ + (what.how == manner::async ? "?async=true" : ""), what.tap.body(),
                          what.how == manner::with_key ? key : header_fields{});
            const auto record = answer.json();
            if (!record.is_object())
                return false;
            what.told_completed = record.value("status", "") == "completed";
            what.job_id = record.value(what.how == manner::async ? "job_id" : "id", "");
            return true;
        } catch (const std::exception&) {
            return false; // the service has gone
        }
    }

    int take_number()
    {
        const std::scoped_lock lock(mutex_);
        return next_++;
    }

    std::string path_;
    http_client api_;
    int& next_;
    std::mutex mutex_;
    std::vector<request> asked_;
    std::vector<std::thread> clients_;
};

nlohmann::json final_job(const thimble_system& daemon, const std::string& id)
{
    nlohmann::json record;
    eventually(20s, [&] {
        record = daemon.api().get("/v1/jobs/" + id).json();
        return record.value("status", "") == "completed" || record.value("status", "") == "failed";
    });
    return record;
}

/// The job and the phone's log have to say the same.
void check_job(const nlohmann::json& job, const request& what, int made)
{
    INFO("tap " << what.tap.number << ", made " << made << " times: " << job.dump());
    CHECK(made <= 1);
    if (job.value("status", "") == "completed") {
        CHECK(made == 1);
        return;
    }
    REQUIRE(job.value("status", "") == "failed");
    CHECK_FALSE(what.told_completed);
    if (job.at("result").at("context").at("outcome") == "not_sent")
        CHECK(made == 0);
}

/// A client that has heard nothing asks again with its key, and the tap is made once at most.
std::string ask_again(const thimble_system& daemon, const virtual_phone& phone, const request& what)
{
    const auto answer = daemon.api().post(daemon.path(phone, "/tap"), what.tap.body(),
                                          {{"Idempotency-Key", what.key()}});
    const auto record = answer.json();
    INFO(answer.body);
    REQUIRE(record.is_object());
    return answer.status == 200 ? record.value("id", "")
                                : record.at("context").at("job").value("id", "");
}

void check_requests(const thimble_system& daemon,
                    const virtual_phone& phone,
                    std::vector<request> asked)
{
    for (auto& each : asked)
        if (each.job_id.empty() && each.how == manner::with_key)
            each.job_id = ask_again(daemon, phone, each);
    std::map<std::string, nlohmann::json> jobs;
    for (const auto& each : asked)
        if (!each.job_id.empty())
            jobs[each.job_id] = final_job(daemon, each.job_id);
    auto made = taps_made(phone);
    for (const auto& each : asked) {
        if (each.job_id.empty())
            CHECK(made[each.tap.number] <= 1);
        else
            check_job(jobs.at(each.job_id), each, made[each.tap.number]);
    }
}

/// All jobs that the service knows, page by page.
std::size_t count_jobs(const thimble_system& daemon)
{
    std::size_t count = 0;
    std::string before;
    do {
        const auto page = daemon.api().get("/v1/jobs?limit=100" + before).json();
        count += page.at("jobs").size();
        const auto& next = page.at("next_before");
        before = next.is_null() ? "" : "&before=" + next.get<std::string>();
    } while (!before.empty());
    return count;
}

} // namespace

TEST_CASE("a kill at any moment loses no job that was told of and repeats no touch", "[e2e]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    std::mt19937 random(20261121);
    std::uniform_int_distribution<int> moment(0, 400 * slowdown()); // milliseconds
    int next_number = 0;
    std::vector<request> asked;
    const int kills = campaign() ? 200 : 10;
    for (int round = 0; round <= kills; ++round) {
        INFO("round " << round);
        thimble_system daemon(phones, home); // the store opens every time
        REQUIRE(daemon.until_ready(phone, ready_limit));
        check_requests(daemon, phone, std::exchange(asked, {}));
        load clients(daemon, phone, next_number);
        std::this_thread::sleep_for(std::chrono::milliseconds(moment(random))); // of the kill
        daemon.process().send_signal(SIGKILL);
        asked = clients.end();
        CHECK(daemon.process().wait(5s));
    }
    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    check_requests(daemon, phone, std::move(asked));
    CHECK(taps_made(phone).size() > static_cast<std::size_t>(kills)); // or nobody was disturbed
    CHECK(count_jobs(daemon) >= taps_made(phone).size()); // no touch that no job knows of
}

} // namespace thimble::e2e
