// Many screenshots in a row, in every format: bench_screenshot_soak [SCREENSHOTS], 100,000 by
// default. Prints the memory of thimbled by tenths; ends with 1 when it grows.
#include "async/exception_text.hpp"
#include "bench/command_line.hpp"
#include "bench/process_usage.hpp"
#include "tests/e2e/keep_alive_client.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;

constexpr int tenths = 10;
constexpr int clients = 2;
constexpr int warm_up = 1000;
constexpr double allowed_rise = 0.10;

constexpr std::array<const char*, 6> queries{"",
                                             "?format=jpeg",
                                             "?format=jpeg&max_edge=448",
                                             "?region=20,40,300,300",
                                             "?format=png&max_edge=300",
                                             "?format=webp&max_edge=200"};

/// Asks for one after the other until `left` is used up.
asio::awaitable<void> ask(std::uint16_t port, std::string key, int& left)
{
    e2e::keep_alive_client over(co_await asio::this_coro::executor);
    co_await over.connect(port);
    while (left-- > 0) {
        const auto* query = queries.at(static_cast<std::size_t>(left) % queries.size());
        const auto answer = co_await over.exchange(
            e2e::wire_request("GET", std::string("/v1/screenshot") + query, key));
        if (answer.status != 200)
            throw std::runtime_error("a screenshot failed: " + answer.body.substr(0, 200));
    }
}

void take(const e2e::thimble_system& from, int screenshots)
{
    asio::io_context context(1);
    for (int i = 0; i < clients; ++i)
        asio::co_spawn(context, ask(from.port(), from.key(), screenshots), async::rethrow);
    context.run();
}

/// True where the memory has stayed as it was.
bool run(int screenshots)
{
    const e2e::virtual_phones phones({.phones = {"iPhone SE 2,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    e2e::thimble_system daemon(phones);
    if (!daemon.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    const std::array<const char*, 3> apps{"com.apple.Preferences", "com.apple.mobileslideshow",
                                          "com.apple.Maps"};
    take(daemon, warm_up);
    std::vector<std::size_t> resident;
    for (int tenth = 1; tenth <= tenths; ++tenth) {
        phone.make("open", {{"bundle_id", apps.at(static_cast<std::size_t>(tenth) % apps.size())}});
        take(daemon, screenshots / tenths);
        const auto used = usage_of(daemon.process().pid()).value_or(process_usage{});
        resident.push_back(used.resident_bytes);
        std::printf("  %7d screenshots   %6.1f MiB   %zu threads   %zu descriptors\n",
                    tenth * (screenshots / tenths), mebibytes(used.resident_bytes), used.threads,
                    used.descriptors);
        std::fflush(stdout);
    }
    // The first three tenths have met every picture there is; what came later has no reason to need
    // more.
    const auto early = *std::max_element(resident.begin(), resident.begin() + 3);
    const auto late = *std::min_element(resident.end() - 3, resident.end());
    const double growth = static_cast<double>(late) / static_cast<double>(early) - 1;
    std::printf("least of the last three tenths against most of the first three: %+.1f %%\n",
                100 * growth);
    return growth <= allowed_rise;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "SCREENSHOTS", .usual = 100'000, .least = 10}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0]); });
}
