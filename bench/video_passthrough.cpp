// A phone's own video, sixty units a second, to five viewers: bench_video_passthrough [SECONDS], 20
// by default. The desktop is simulated by this process, so that the cost is that of
// thimble-service alone. Ends with 1 when units come late or not at all, or cost too much.
#include "async/exception_text.hpp"
#include "bench/command_line.hpp"
#include "bench/measurement.hpp"
#include "bench/process_usage.hpp"
#include "bench/simulated_daemon.hpp"
#include "link/access_unit.hpp"
#include "link/limits.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/service_program.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;

constexpr int viewers_of_video = 5;
constexpr int units_a_second = 60;
constexpr std::size_t unit_content = 12'500; // bytes: six megabits a second
constexpr double least_rate = 0.99 * units_a_second;
constexpr double most_core = 0.15;
constexpr milliseconds most_age{50};

class playing_phone {
public:
    playing_phone(asio::io_context& context, std::uint16_t port, const enrolled_desktop& as)
        : context_(context), daemon_(context.get_executor(), port, as)
    {
        daemon_.offer_video([this](const link::stream& wanted) {
            if (wanted.on && stream_id_.empty())
                asio::co_spawn(context_, play(stream_id_ = wanted.stream_id), async::rethrow);
        });
    }

    asio::awaitable<void> run()
    {
        co_await daemon_.link(true);
        ready_ = true;
        co_await daemon_.live();
    }

    bool ready() const noexcept { return ready_; }
    const std::string& udid() const noexcept { return daemon_.udid(); }

private:
    /// The first is a key.
    link::access_unit unit()
    {
        std::vector<std::byte> data(unit_content + 4);
        data[2] = static_cast<std::byte>(unit_content >> 8U);
        data[3] = static_cast<std::byte>(unit_content & 255U);
        ++number_;
        return {.key = number_ == 1,
                .number = number_,
                .captured_at = std::chrono::system_clock::now(),
                .space = {.size = {.width = 620, .height = 1344}},
                .turn = link::upright_turn::none,
                .configuration = configuration_,
                .data = std::make_shared<const screen::bytes>(std::move(data))};
    }

    asio::awaitable<void> play(std::string stream_id)
    {
        constexpr auto interval = clock::duration(std::chrono::seconds(1)) / units_a_second;
        asio::steady_timer due(context_);
        for (auto next = clock::now();; next += interval) {
            due.expires_at(next);
            co_await due.async_wait(asio::use_awaitable);
            auto frame =
                link::encode(unit(), daemon_.udid(), stream_id, {}, link::limits::frame_bytes);
            if (!frame || !co_await daemon_.send_frame(std::move(*frame)))
                co_return;
        }
    }

    asio::io_context& context_;
    simulated_daemon daemon_;
    link::video_configuration_ptr configuration_ =
        std::make_shared<const link::video_configuration>(
            link::video_configuration{.codec = "hvc1.1.6.L153.B0",
                                      .record = screen::bytes(120, std::byte{1}),
                                      .size = {.width = 1136, .height = 2464}});
    std::string stream_id_;
    std::uint64_t number_ = 0;
    bool ready_ = false;
};

class video_viewer {
public:
    video_viewer(asio::io_context& context, std::uint16_t port, std::string key, std::string path)
        : context_(context), port_(port), key_(std::move(key)), path_(std::move(path))
    {
    }

    asio::awaitable<void> run()
    {
        asio::ip::tcp::socket made(context_);
        const asio::ip::tcp::endpoint there(asio::ip::address_v4::loopback(), port_);
        co_await made.async_connect(there, asio::use_awaitable);
        made.set_option(asio::ip::tcp::no_delay(true));
        const service::websocket::handshake_request wanted{
            .host = "localhost", .path = path_, .headers = {{"X-API-Key", key_}}};
        auto socket = co_await service::websocket::socket::open(
            service::http::stream(std::move(made)), wanted,
            {.subprotocol = {}, .largest_message = link::limits::frame_bytes});
        if (!socket)
            throw std::runtime_error("no WebSocket: " + socket.error().reason);
        watching_ = true;
        for (;;) {
            const auto next = co_await socket->read();
            if (!next)
                co_return;
            if (next->binary)
                note(next->bytes);
        }
    }

    bool watching() const noexcept { return watching_; }
    std::size_t units = 0;
    measurement ages;

private:
    void note(std::string_view message)
    {
        std::uint64_t captured = 0;
        for (const char each : message.substr(8, 8))
            captured = captured * 256 + static_cast<unsigned char>(each);
        const auto at = std::chrono::system_clock::time_point(
            std::chrono::microseconds(static_cast<std::int64_t>(captured)));
        ++units;
        ages.add(std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now() - at));
    }

    asio::io_context& context_;
    std::uint16_t port_;
    std::string key_;
    std::string path_;
    bool watching_ = false;
};

template <class Condition>
void run_until(asio::io_context& context, Condition holds)
{
    const auto latest = clock::now() + std::chrono::seconds(30);
    context.restart();
    while (!holds()) {
        if (clock::now() > latest)
            throw std::runtime_error("it takes too long");
        context.run_one_for(std::chrono::seconds(1));
    }
}

bool run(std::chrono::seconds length)
{
    const auto state = std::make_shared<e2e::temporary_directory>();
    const auto account = enrol_desktops(state->path(), 1);
    e2e::service_program service({"--log-level", "warn"}, state);
    const auto usage = [&] { return usage_of(service.process().pid()).value_or(process_usage{}); };
    asio::io_context context{1};
    playing_phone phone(context, service.port(), account.desktops.front());
    asio::co_spawn(context, phone.run(), async::rethrow);
    run_until(context, [&] { return phone.ready(); });
    std::vector<std::unique_ptr<video_viewer>> viewers;
    for (int each = 0; each < viewers_of_video; ++each) {
        viewers.push_back(std::make_unique<video_viewer>(context, service.port(), account.api_key,
                                                         "/v1/stream?codec=hevc"));
        asio::co_spawn(context, viewers.back()->run(), async::rethrow);
    }
    run_until(context, [&] {
        return std::ranges::all_of(viewers, [](const auto& each) { return each->units > 10; });
    });
    for (const auto& each : viewers) {
        each->units = 0;
        each->ages.clear();
    }
    const auto before = usage();
    const auto began = clock::now();
    context.restart();
    context.run_for(length);
    const seconds took = clock::now() - began;
    const double core = (usage().processor - before.processor) / took;
    bool good = core <= most_core;
    for (const auto& each : viewers) {
        const double rate = static_cast<double>(each->units) / took.count();
        const auto age = each->ages.quantile(0.95);
        std::printf("  viewer: %5.2f units a second, %.2f of %d; age p50 %5.2f ms, p95 %5.2f ms, "
                    "%.2f of %.0f\n",
                    rate, rate / units_a_second, units_a_second, each->ages.quantile(0.5).count(),
                    age.count(), age / most_age, most_age.count());
        good = good && rate >= least_rate && age <= most_age;
    }
    std::printf("  thimble-service: %.1f %% of one core, %.2f of %.0f %%\n", 100 * core,
                core / most_core, 100 * most_core);
    return good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "SECONDS", .usual = 20, .most = 3600}},
        [](const auto& numbers) { return thimble::bench::run(std::chrono::seconds(numbers[0])); });
}
