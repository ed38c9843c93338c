// Times of the reports of a finger on their way to a phone, against a plain steady timer with the
// same plan, in turns on one thread: bench_report_jitter [GESTURES]. Ends with 1 when 95 of 100
// reports are off by more than 2 ms, or by more than the timer and a third of a millisecond.
#include "async/sleep.hpp"
#include "bench/command_line.hpp"
#include "bench/measurement.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/hid/client.hpp"
#include "device/hid/touch_plan.hpp"
#include "gesture/drag.hpp"
#include "tests/device/coredevice/fake_service.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;
namespace coredevice = device::coredevice;
namespace hid = device::hid;
namespace xpc = coredevice::xpc;
using clock = std::chrono::steady_clock;

constexpr std::uint16_t directory_port = 1;
constexpr std::uint16_t service_port = 2;
constexpr milliseconds allowed{2.0};
constexpr milliseconds allowed_beyond_timer{1.0 / 3};

/// A phone's end that notes when each report has come.
class report_clock_phone {
public:
    explicit report_clock_phone(asio::io_context& context)
        : context_(context), directory_(context.get_executor())
    {
    }

    asio::awaitable<device::result<std::unique_ptr<coredevice::byte_stream>>>
    open(std::uint16_t port)
    {
        if (port == directory_port) {
            auto stream = directory_.connect();
            directory_.say(1, {.flags = 0x101, .id = 1, .body = handshake()});
            co_return std::move(stream);
        }
        services_.push_back(std::make_unique<tests::fake_service>(
            context_.get_executor(), [this](auto& service, const auto& what) {
                if ((what.flags & xpc::flag::wants_reply) != 0)
                    service.reply(what, {{"connectedServices", touchscreen_alone()}});
                else
                    came.push_back(clock::now());
            }));
        co_return services_.back()->connect();
    }

    std::vector<clock::time_point> came;

private:
    static xpc::array touchscreen_alone()
    {
        return {xpc::dictionary{{"_ServiceID", hid::own_touchscreen}}};
    }

    static xpc::dictionary handshake()
    {
        return {
            {"MessageType", "Handshake"},
            {"Properties", xpc::dictionary()},
            {"Services", xpc::dictionary{{coredevice::service::universal_hid,
                                          xpc::dictionary{{"Port", std::to_string(service_port)},
                                                          {"Properties", xpc::dictionary()}}}}}};
    }

    asio::io_context& context_;
    tests::fake_service directory_;
    std::vector<std::unique_ptr<tests::fake_service>> services_;
};

/// One thread, two ways to keep the times of a plan.
class two_clocks {
public:
    two_clocks()
        : phone_(context_), device_(context_.get_executor(),
                                    [this](std::uint16_t port) { return phone_.open(port); },
                                    {.directory_port = directory_port, .host = {}}),
          client_(context_.get_executor(),
                  device_,
                  std::make_shared<hid::held_input>(),
                  {.settle = std::chrono::milliseconds(0)})
    {
        run(read_directory());
    }

    void play(const hid::report_plan& plan)
    {
        phone_.came.clear();
        run(play_all(plan));
        if (phone_.came.size() != plan.size())
            throw std::runtime_error("a report is missing");
        for (std::size_t i = 0; i < plan.size(); ++i)
            reports.add(off(phone_.came[i] - phone_.came[0], plan[i].at - plan[0].at));
    }

    void wait(const hid::report_plan& plan) { run(wait_all(plan)); }

    measurement reports;
    measurement timer;

private:
    static milliseconds off(clock::duration came, std::chrono::nanoseconds planned)
    {
        return std::chrono::abs(milliseconds(came) - milliseconds(planned));
    }

    asio::awaitable<void> read_directory()
    {
        if (!co_await device_.read_directory(std::chrono::seconds(5)))
            throw std::runtime_error("no directory");
    }

    asio::awaitable<void> play_all(const hid::report_plan& plan)
    {
        if (!co_await client_.play(plan))
            throw std::runtime_error("the gesture was not played");
    }

    asio::awaitable<void> wait_all(const hid::report_plan& plan)
    {
        const auto began = clock::now();
        std::vector<clock::time_point> came;
        for (const auto& each : plan) {
            co_await async::sleep_until(began + each.at);
            came.push_back(clock::now());
        }
        for (std::size_t i = 0; i < plan.size(); ++i)
            timer.add(off(came[i] - came[0], plan[i].at - plan[0].at));
    }

    void run(asio::awaitable<void> what)
    {
        bool done = false;
        std::exception_ptr failed;
        asio::co_spawn(context_, std::move(what), [&](std::exception_ptr thrown) {
            done = true;
            failed = std::move(thrown);
        });
        while (!done)
            context_.run_one();
        if (failed)
            std::rethrow_exception(failed);
    }

    asio::io_context context_{1};
    report_clock_phone phone_;
    coredevice::core_device device_;
    hid::client client_;
};

bool run(int gestures)
{
    constexpr screen::interface shown{.size = {.width = 393, .height = 852}, .turned = {}};
    const auto plan = hid::plan_of(
        gesture::drag({.x = 100, .y = 700}, {.x = 300, .y = 200}, gesture::pace::medium), shown);
    if (!plan)
        throw std::runtime_error("no plan");
    two_clocks clocks;
    for (int i = 0; i < gestures; ++i) {
        clocks.play(*plan);
        clocks.wait(*plan);
    }
    const auto reports = clocks.reports.quantile(0.95);
    const auto timer = clocks.timer.quantile(0.95);
    std::printf("%d drags of %zu reports, each against its time (p50 and p95)\n", gestures,
                plan->size());
    std::printf("  a steady timer       %8.3f and %8.3f ms\n", clocks.timer.quantile(0.5).count(),
                timer.count());
    std::printf("  reports at the phone %8.3f and %8.3f ms\n", clocks.reports.quantile(0.5).count(),
                reports.count());
    std::printf("  ratio of the p95     %8.2f (at most %.1f ms, and %.2f ms beyond the timer)\n",
                reports / timer, allowed.count(), allowed_beyond_timer.count());
    return reports <= allowed && reports <= timer + allowed_beyond_timer;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "GESTURES", .usual = 30}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0]); }, 600);
}
