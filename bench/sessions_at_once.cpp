// Many agents at once, each on a phone of its own: bench_sessions_at_once [SESSIONS] [SECONDS], 200
// and 120 by default. Prints turns and memory; ends with 1 when a session has completed less than
// half as many turns as the median.
#include "bench/command_line.hpp"
#include "bench/process_usage.hpp"
#include "tests/e2e/descriptors.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"
#include "tests/e2e/sessions/session_client.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

namespace thimble::bench {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr std::size_t descriptors = 8192;
constexpr auto longest_wait = 600s;
constexpr auto between_looks = 5s;
constexpr int scripted_turns = 500; // more than any session comes to
constexpr double least_share = 0.5; // of the median's turns

/// Taps, each in another place, so that each makes a difference. A session's turn follows from its
/// history.
json taps()
{
    std::vector<json> turns;
    for (int turn = 0; turn < scripted_turns; ++turn)
        turns.push_back(
            e2e::turn_of("tap", {{"x", 60 + 11 * (turn % 40)}, {"y", 200 + 17 * (turn % 53)}}));
    return {{"conversations",
             {{{"when", ""}, {"order", "history"}, {"repeat_last", true}, {"turns", turns}}}}};
}

/// Until `counted` comes to `all`. Asked seldom, for each question costs what is measured, and told
/// each time.
template <class Count>
void wait_for_all(const char* what, std::size_t all, Count counted)
{
    const auto began = std::chrono::steady_clock::now();
    for (;;) {
        const std::size_t there = counted();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        std::fprintf(stderr, "%4.0f s: %zu of %zu %s\n", took.count(), there, all, what);
        if (there >= all)
            return;
        if (took > longest_wait)
            throw std::runtime_error("that takes too long");
        std::this_thread::sleep_for(between_looks);
    }
}

/// The list of apps is there once a phone trusts the desktop, which goes on after it is ready.
bool is_prepared(const json& phone)
{
    return phone.at("readiness").at("ready") == true &&
           std::ranges::count(phone.at("capabilities"), "apps") == 1;
}

/// Ready, and in an app that takes every tap for itself.
void prepare(const e2e::virtual_phones& phones, const e2e::thimble_system& system)
{
    wait_for_all("phones are ready and trust us", phones.size(), [&] {
        const auto all = system.api().get("/v1/phones").json();
        return static_cast<std::size_t>(std::ranges::count_if(all, is_prepared));
    });
    for (std::size_t i = 0; i < phones.size(); ++i)
        phones.at(i).make("open", {{"bundle_id", "com.thimble.sketch"}});
}

std::vector<e2e::session_client> begin_all(const e2e::thimble_system& system)
{
    std::vector<e2e::session_client> out;
    for (const auto& phone : system.api().get("/v1/phones").json())
        out.emplace_back(system.api(), json{{"instruction", "Draw."},
                                            {"phone_id", phone.at("id")},
                                            {"max_turns", scripted_turns}});
    return out;
}

std::vector<std::size_t> turns_of(const std::vector<e2e::session_client>& sessions,
                                  const e2e::thimble_system& system)
{
    std::vector<std::size_t> out;
    for (const auto& each : sessions) {
        const auto record = each.record();
        if (record.at("status") != "running") {
            const auto phone = "/v1/phones/" + record.at("phone_id").get<std::string>();
            throw std::runtime_error("a session did not go on: " + record.dump() +
                                     "\nits phone: " + system.api().get(phone).body);
        }
        out.push_back(record.at("num_turns"));
    }
    return out;
}

std::size_t memory_of(e2e::thimble_system& system)
{
    return usage_of(system.service().pid()).value_or(process_usage{}).resident_bytes;
}

/// True where nobody was left behind.
bool report(std::vector<std::size_t> before, std::vector<std::size_t> after, double seconds)
{
    std::vector<std::size_t> turns;
    for (std::size_t i = 0; i < after.size(); ++i)
        turns.push_back(after[i] - before[i]);
    std::ranges::sort(turns);
    std::size_t all = 0;
    for (const auto each : turns)
        all += each;
    const auto median = turns[turns.size() / 2];
    std::printf("%zu sessions: %.1f turns a second; by session least %zu, median %zu, most %zu\n",
                turns.size(), static_cast<double>(all) / seconds, turns.front(), median,
                turns.back());
    return median > 0 &&
           static_cast<double>(turns.front()) >= least_share * static_cast<double>(median);
}

bool run(std::size_t count, std::chrono::seconds time)
{
    e2e::scripted_provider model;
    model.play(taps());
    const e2e::virtual_phones phones(
        {.phones = std::vector<std::string>(count, "iPhone SE 2,ios=18.5"), .device_time = "0"});
    const auto home = std::make_shared<e2e::household>();
    home->more = model.variables();
    e2e::thimble_system system(phones, home);
    prepare(phones, system);
    const auto without = memory_of(system);
    const auto sessions = begin_all(system);
    wait_for_all("sessions are in their third turn", sessions.size(), [&] {
        return static_cast<std::size_t>(std::ranges::count_if(
            turns_of(sessions, system), [](auto turns) { return turns >= 2; }));
    });
    const auto before = turns_of(sessions, system);
    const auto began = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(time); // what is measured
    const auto after = turns_of(sessions, system);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    const auto with = memory_of(system);
    const bool fair = report(before, after, took.count());
    std::printf("memory of the service: %.1f MiB without sessions, %.1f MiB with them: "
                "%.2f MiB a session\n",
                mebibytes(without), mebibytes(with),
                (mebibytes(with) - mebibytes(without)) / static_cast<double>(count));
    for (const auto& each : sessions)
        each.control("stop");
    return fair;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "SESSIONS", .usual = 200}, {.name = "SECONDS", .usual = 120}},
        [](const auto& numbers) {
            if (!thimble::e2e::allow_descriptors(thimble::bench::descriptors))
                throw std::runtime_error("this needs a limit of open files of 8192");
            return thimble::bench::run(static_cast<std::size_t>(numbers[0]),
                                       std::chrono::seconds(numbers[1]));
        });
}
