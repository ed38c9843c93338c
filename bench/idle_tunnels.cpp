// Cost of a tunnel that nobody uses: two thimbled --local side by side with as many phones of
// iOS 18.5 each, one with tunnels to them and one without, left alone: bench_idle_tunnels [PHONES]
// [SECONDS]. Ends with 1 above a thousandth of a processor or 1 MiB of memory for each tunnel.
#include "bench/command_line.hpp"
#include "bench/process_usage.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace thimble::bench {

namespace {

constexpr double allowed_share = 0.001; // of one processor, for each
constexpr double allowed_mebibytes = 1; // for each
constexpr std::chrono::seconds opening_limit{60};
constexpr std::chrono::seconds settling{5}; // after the last tunnel was used

process_usage require_usage(pid_t of)
{
    const auto usage = usage_of(of);
    if (!usage)
        throw std::runtime_error("this system does not tell what a process uses");
    return *usage;
}

/// A thimbled with phones of its own.
class desk {
public:
    desk(std::size_t count, bool has_tunnels)
        : phones_({.phones = std::vector<std::string>(count, "iPhone 15 Pro,ios=18.5")}),
          daemon_(phones_, with_tunnels(has_tunnels ? "on" : "off"), {}, e2e::arrangement::local),
          expected_driver_(has_tunnels ? "coredevice" : "webdriveragent")
    {
    }

    /// Waits until each phone's clipboard is written by the driver that serves it here.
    void until_served() const
    {
        for (std::size_t i = 0; i < phones_.size(); ++i)
            if (!e2e::eventually(opening_limit,
                                 [&] { return driver_of(phones_.at(i)) == expected_driver_; }))
                throw std::runtime_error("a phone did not get ready");
    }

    process_usage usage() const { return require_usage(daemon_.process().pid()); }

private:
    static std::shared_ptr<e2e::household> with_tunnels(const char* setting)
    {
        auto home = std::make_shared<e2e::household>();
        home->more = {{"THIMBLE_TUNNELS", setting}};
        return home;
    }

    std::string driver_of(const e2e::virtual_phone& phone) const
    {
        if (!daemon_.until_ready(phone, opening_limit))
            return {};
        const auto answer =
            daemon_.api().post(daemon_.path(phone, "/copy-text"), R"({"text":"x"})");
        const auto job = nlohmann::json::parse(answer.body);
        return answer.status == 200 ? job.at("receipt").at("driver").get<std::string>() : "";
    }

    e2e::virtual_phones phones_;
    e2e::thimble_system daemon_;
    std::string expected_driver_;
};

struct idle_usage {
    double share = 0; // of one processor
    double mebibytes = 0;
};

idle_usage since(const process_usage& before, const process_usage& now, std::chrono::seconds time)
{
    return {.share = (now.processor - before.processor) / process_usage::seconds(time),
            .mebibytes = mebibytes(now.resident_bytes)};
}

void print(const char* of, const idle_usage& used)
{
    std::printf("  %-18s %6.3f %% of one processor, %6.2f MiB\n", of, used.share * 100,
                used.mebibytes);
}

bool run(std::size_t count, std::chrono::seconds time)
{
    const desk without(count, false);
    const desk with(count, true);
    without.until_served();
    with.until_served();
    std::this_thread::sleep_for(settling);
    const auto without_before = without.usage();
    const auto with_before = with.usage();
    std::this_thread::sleep_for(time);
    const auto plain = since(without_before, without.usage(), time);
    const auto tunnels = since(with_before, with.usage(), time);
    const auto each = [count](double more) { return more / static_cast<double>(count); };
    const idle_usage one{.share = each(tunnels.share - plain.share),
                         .mebibytes = each(tunnels.mebibytes - plain.mebibytes)};
    std::printf("idle for %lld s, %zu phones\n", static_cast<long long>(time.count()), count);
    print("without tunnels", plain);
    print("with tunnels", tunnels);
    print("one tunnel", one);
    std::printf("  at most            %6.3f %%                  %6.2f MiB\n", allowed_share * 100,
                allowed_mebibytes);
    return one.share <= allowed_share && one.mebibytes <= allowed_mebibytes;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "PHONES", .usual = 8, .most = 50}, {.name = "SECONDS", .usual = 60}},
        [](const auto& numbers) {
            return thimble::bench::run(static_cast<std::size_t>(numbers[0]),
                                       std::chrono::seconds(numbers[1]));
        },
        1200);
}
