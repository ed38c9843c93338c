// The service under load: bench_service_load [SECONDS]. Compares GET status with a bare Beast
// server, then lets a thousand clients tap on twenty phones. Ends with 1 when something is not as
// it has to be.
#include "bench/command_line.hpp"
#include "bench/load_report.hpp"
#include "bench/throughput.hpp"
#include "tests/e2e/descriptors.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace thimble::bench {

namespace {

using std::chrono_literals::operator""s;

constexpr std::size_t phone_count = 20;
constexpr std::size_t clients_of_each_phone = 50;
constexpr std::size_t descriptors = 4096; // each connection is one
constexpr double least_ratio = 0.4;
constexpr int turns = 3; // of each server in the comparison
constexpr auto turn = 2s;
constexpr auto warm_up = 10s;
constexpr auto last_answers = 60s; // more than enough for those under way at the end

std::uint16_t port_of(e2e::program& server)
{
    if (!server.prints("\n", 10s))
        throw std::runtime_error("bench_hello did not start: " + server.errors());
    const auto printed = server.output();
    return static_cast<std::uint16_t>(std::stoul(printed.substr(printed.rfind(':') + 1)));
}

/// Ready, and in an app that takes every tap for itself.
std::vector<std::string> prepare(const e2e::virtual_phones& phones,
                                 const e2e::thimble_system& daemon)
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < phones.size(); ++i) {
        const auto phone = phones.at(i);
        if (!daemon.until_ready(phone, e2e::ready_limit))
            throw std::runtime_error("a phone did not get ready");
        phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
        ids.push_back(daemon.id_of(phone));
    }
    return ids;
}

/// The ratio of the answers in a second, status to hello.
double compare_with_hello(const e2e::thimble_system& daemon, const std::vector<std::string>& ids)
{
    e2e::program hello("bench_hello", {});
    std::vector<std::string> for_status;
    for (std::size_t i = 0; i < clients_of_each_phone * ids.size(); ++i)
        for_status.push_back(e2e::wire_request(
            "GET", "/v1/phones/" + ids[i % ids.size()] + "/status", daemon.key()));
    const std::vector<std::string> for_hello(for_status.size(), e2e::wire_request("GET", "/"));
    asked_server thimbled(daemon.port(), daemon.process().pid(), for_status);
    asked_server bare(port_of(hello), hello.pid(), for_hello);
    for (int i = 0; i < turns; ++i) {
        bare.measure(turn);
        thimbled.measure(turn);
    }
    const auto line = [](const char* name, const asked_server& each) {
        std::printf("  %-12s  %7.0f a second   (%.2f of a processor, %.1f us of it an answer)\n",
                    name, each.answers_per_second(), each.processor_share(),
                    each.processor_time().count());
    };
    std::printf("GET status against a bare Beast server, %zu clients\n", for_status.size());
    line("GET status", thimbled);
    line("hello", bare);
    const double ratio = thimbled.answers_per_second() / bare.answers_per_second();
    std::printf("  ratio         %.2f   (%.2f by processor time)\n", ratio,
                bare.processor_time() / thimbled.processor_time());
    return ratio;
}

std::vector<std::size_t> next_events(const e2e::virtual_phones& phones)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < phones.size(); ++i)
        out.push_back(phones.at(i).next_event());
    return out;
}

load_report load(const e2e::virtual_phones& phones,
                 const e2e::thimble_system& daemon,
                 const std::vector<std::string>& ids,
                 std::chrono::seconds time)
{
    load_report out;
    const auto first_events = next_events(phones);
    const auto process = daemon.process().pid();
    boost::asio::io_context context(1);
    e2e::crowd all(context, {daemon.port(), daemon.key(), ids}, clients_of_each_phone);
    out.at_start = usage_of(process);
    const auto began = std::chrono::steady_clock::now();
    all.start([end = began + time] { return std::chrono::steady_clock::now() < end; });
    boost::asio::steady_timer warm(context, std::min<std::chrono::seconds>(warm_up, time / 2));
    warm.async_wait(
        [&](const boost::system::error_code&) { out.when_warmed_up = usage_of(process); });
    context.run_for(time + last_answers);
    if (!context.stopped())
        throw std::runtime_error("the service owes answers");
    out.elapsed = std::chrono::steady_clock::now() - began;
    out.at_end = usage_of(process);
    out.clients = clients_of_each_phone * ids.size();
    out.seen = all.seen();
    for (std::size_t i = 0; i < phones.size(); ++i)
        out.taps_felt.push_back(phones.at(i).fingers_down(first_events[i]).size());
    return out;
}

/// Faults that were found.
std::vector<std::string> run(std::chrono::seconds time)
{
    const e2e::virtual_phones phones(
        {.phones = std::vector<std::string>(phone_count, "iPhone 15 Pro,ios=18.5"),
         .device_time = "0"});
    const e2e::thimble_system daemon(phones);
    const auto ids = prepare(phones, daemon);
    const double ratio = compare_with_hello(daemon, ids);
    const auto seen = load(phones, daemon, ids, time);
    print(seen);
    auto faults = faults_of(seen);
    if (ratio < least_ratio)
        faults.emplace_back("GET status is too slow");
    return faults;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "SECONDS", .usual = 60}},
        [](const auto& numbers) {
            if (!thimble::e2e::allow_descriptors(thimble::bench::descriptors))
                throw std::runtime_error("this needs a limit of open files of 4096");
            const auto faults = thimble::bench::run(std::chrono::seconds(numbers[0]));
            for (const auto& each : faults)
                std::printf("FAULT: %s\n", each.c_str());
            return faults.empty();
        });
}
