// Number of daemons that one thimble-service holds: bench_idle_daemons [COUNT], 10,000 by default,
// all of them simulated by this process. Prints the cost of each, and what a command to one of them
// takes against a command while it was alone. Ends with 1 when that is more than three times as
// long.
#include "async/exception_text.hpp"
#include "bench/command_line.hpp"
#include "bench/daemon_crowd.hpp"
#include "bench/measurement.hpp"
#include "bench/process_usage.hpp"
#include "service/server/descriptors.hpp"
#include "tests/e2e/keep_alive_client.hpp"
#include "tests/e2e/service_program.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;

constexpr double allowed_ratio = 3.0;
constexpr std::size_t taps = 2000;
constexpr std::size_t taps_of_warm_up = 200;
constexpr std::size_t descriptors_kept = 1200; // at both ends, for everything else
constexpr std::chrono::seconds idle_time{25};  // two heartbeats of each and more
constexpr double kibibyte = 1024.0;

class crowd_of_daemons {
public:
    crowd_of_daemons(std::uint16_t port, const enrolled_account& of, std::size_t with_pictures)
        : port_(port), key_(of.api_key), daemons_({port}, of.desktops, with_pictures)
    {
    }

    void link(std::size_t count) { daemons_.link(count); }
    void idle(std::chrono::seconds time) { daemons_.idle(time); }
    std::size_t linked() const { return daemons_.linked(); }
    std::size_t heartbeats() const { return daemons_.heartbeats(); }

    /// Taps on the phones of the first `among`, one after another.
    measurement tap(std::size_t among)
    {
        const auto ids = phone_ids(among);
        measurement out;
        bool done = false;
        asio::co_spawn(daemons_.context(), tap_all(ids, out, done), async::rethrow);
        daemons_.run_until([&] { return done; });
        return out;
    }

private:
    std::vector<std::string> phone_ids(std::size_t among) const
    {
        const e2e::http_client api(port_, {{"X-API-Key", key_}});
        std::map<std::string, std::string> ids;
        for (const auto& record : api.get("/v1/phones").json())
            ids[record.at("unique_id")] = record.at("id");
        std::vector<std::string> out;
        for (std::size_t i = 0; i < among; ++i)
            out.push_back(ids.at(daemons_.udid_of(i)));
        return out;
    }

    asio::awaitable<void> tap_all(const std::vector<std::string>& ids, measurement& out, bool& done)
    {
        e2e::keep_alive_client client(daemons_.context().get_executor());
        co_await client.connect(port_);
        std::mt19937 random(20261121);
        std::uniform_int_distribution<std::size_t> any(0, ids.size() - 1);
        for (std::size_t i = 0; i < taps + taps_of_warm_up; ++i) {
            const auto request = e2e::wire_request(
                "POST", "/v1/phones/" + ids[any(random)] + "/tap", key_, R"({"x": 310, "y": 700})");
            const auto began = std::chrono::steady_clock::now();
            const auto heard = co_await client.exchange(request);
            if (heard.status != 200)
                throw std::runtime_error("a tap: " + heard.body);
            if (i >= taps_of_warm_up)
                out.add(std::chrono::steady_clock::now() - began);
        }
        done = true;
    }

    std::uint16_t port_;
    std::string key_;
    daemon_crowd daemons_;
};

/// Descriptors are what limits: a daemon has two connections, some may have to do with one.
std::size_t daemons_with_pictures(std::size_t count)
{
    const auto granted = service::raise_descriptor_limit();
    if (granted < count + descriptors_kept)
        throw std::runtime_error("the system grants too few open files: " +
                                 std::to_string(granted));
    return std::min(count, granted - count - descriptors_kept);
}

void print(const char* when, const measurement& of)
{
    std::printf("  tap, %-28s p50 %7.3f ms   p95 %7.3f ms\n", when, of.quantile(0.5).count(),
                of.quantile(0.95).count());
}

/// The ratio of the medians.
double run(std::size_t count)
{
    const auto with_pictures = daemons_with_pictures(count);
    const auto state = std::make_shared<e2e::temporary_directory>();
    const auto account = enrol_desktops(state->path(), count);
    e2e::service_program service({"--log-level", "warn"}, state);
    const auto usage = [&] { return usage_of(service.process().pid()).value_or(process_usage{}); };
    crowd_of_daemons daemons(service.port(), account, with_pictures);

    daemons.link(1);
    const auto alone = daemons.tap(1);
    const auto before = usage();
    const auto began = std::chrono::steady_clock::now();
    daemons.link(count);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    const auto connected = usage();
    const auto beats = daemons.heartbeats();
    daemons.idle(idle_time);
    const auto idle = usage();
    const auto among_all = daemons.tap(count);

    const auto connections = static_cast<double>(count + with_pictures - 2);
    std::printf("%zu daemons, %zu of them with their second connection too\n", count,
                with_pictures);
    std::printf("  linked within                     %.1f s\n", took.count());
    std::printf("  still linked at the end           %zu, after %zu heartbeats\n", daemons.linked(),
                daemons.heartbeats() - beats);
    std::printf("  memory of a connection            %.1f KiB (%.1f MiB for all)\n",
                static_cast<double>(idle.resident_bytes - before.resident_bytes) / kibibyte /
                    connections,
                static_cast<double>(idle.resident_bytes) / kibibyte / kibibyte);
    std::printf("  idle                              %.1f %% of one processor\n",
                (idle.processor - connected.processor) / process_usage::seconds(idle_time) * 100);
    print("one daemon alone", alone);
    print("random ones among all", among_all);
    const double ratio = among_all.quantile(0.5) / alone.quantile(0.5);
    std::printf("  ratio of the medians              %.2f\n", ratio);
    if (daemons.linked() != count)
        throw std::runtime_error("some have lost their link");
    return ratio;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "COUNT", .usual = 10'000, .least = 2}},
        [](const auto& numbers) {
            return thimble::bench::run(static_cast<std::size_t>(numbers[0])) <=
                   thimble::bench::allowed_ratio;
        },
        600);
}
