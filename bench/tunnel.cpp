// Cost of the tunnel: bytes from a phone's end through TCP, IPv6 and TLS, against the same bytes
// over TLS alone, and a small question and its answer, both ends on one thread: bench_tunnel
// [MEGABYTES] [ROUNDS]. Ends with 1 when less than half of the throughput is left, or when a small
// call takes more than three times as long.
#include "bench/command_line.hpp"
#include "bench/encrypted_ends.hpp"
#include "bench/measurement.hpp"
#include "device/tunnel/phone_tunnel.hpp"
#include "tests/device/tunnel/tunnel_phone.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;
namespace coredevice = device::coredevice;
using stream_pointer = std::unique_ptr<coredevice::byte_stream>;

constexpr std::uint16_t source_port = 1;
constexpr std::uint16_t echo_port = 2;
constexpr std::size_t question_bytes = 200;
constexpr double allowed_throughput = 0.5;
constexpr double allowed_round_trip = 3.0;

asio::awaitable<void> echo_over(coredevice::byte_stream& stream)
{
    std::array<std::byte, question_bytes> bytes{};
    while (const auto count = co_await stream.read_some(bytes))
        if (!co_await stream.write(std::span(bytes).first(*count)))
            co_return;
}

asio::awaitable<void> ask(coredevice::byte_stream& stream)
{
    const std::array<std::byte, question_bytes> question{};
    if (!co_await stream.write(question))
        throw std::runtime_error("a stream has ended");
    co_await read_all(stream, question.size());
}

/// One thread, two ways: TLS alone, and the tunnel in it.
class two_ways {
public:
    explicit two_ways(std::size_t bytes) : bytes_(bytes), plain_(context_), carrying_(context_)
    {
        run(open());
    }

    ~two_ways()
    {
        plain_.close();
        end_->hang_up();
    }

    void plain_bytes()
    {
        asio::co_spawn(context_, write_all(*plain_.phone, bytes_), asio::detached);
        run(read_all(*plain_.host, bytes_));
    }

    void tunnel_bytes()
    {
        left_ = bytes_;
        run([](two_ways* self) -> asio::awaitable<void> {
            co_await ask(*self->source_); // has it begin
            co_await read_all(*self->source_, self->bytes_ - question_bytes);
        }(this));
    }

    void begin_calls() { asio::co_spawn(context_, echo_over(*plain_.phone), asio::detached); }
    void plain_call() { run(ask(*plain_.host)); }
    void tunnel_call() { run(ask(*asked_)); }

private:
    void run(asio::awaitable<void> work) { run_until_done(context_, std::move(work)); }

    void serve_source(tests::served_connection& over)
    {
        std::array<std::byte, question_bytes> question{};
        over.count += over.tcp.read(question);
        if (over.count < question_bytes)
            return;
        while (left_ > 0 && over.tcp.writable() > 0) {
            const auto most = std::min({left_, over.tcp.writable(), zeros_.size()});
            left_ -= over.tcp.write(std::span(zeros_).first(most));
        }
        if (left_ == 0)
            over.count = 0;
    }

    asio::awaitable<void> open()
    {
        co_await plain_.open();
        co_await carrying_.open();
        end_ = std::make_shared<tests::tunnel_phone>(context_.get_executor(),
                                                     std::move(carrying_.phone));
        end_->services[source_port] = [this](auto& over) { serve_source(over); };
        end_->services[echo_port] = tests::echo;
        end_->start();
        auto opened = co_await device::tunnel::phone_tunnel::open(std::move(carrying_.host));
        if (!opened)
            throw std::runtime_error("no tunnel");
        tunnel_ = std::move(*opened);
        auto source = co_await tunnel_->connect(source_port);
        auto asked = co_await tunnel_->connect(echo_port);
        if (!source || !asked)
            throw std::runtime_error("no connection");
        source_ = std::move(*source);
        asked_ = std::move(*asked);
    }

    asio::io_context context_{1};
    std::size_t bytes_;
    std::size_t left_ = 0;
    std::vector<std::byte> zeros_ = std::vector<std::byte>(64UL << 10);
    encrypted_ends plain_;
    encrypted_ends carrying_;
    std::shared_ptr<tests::tunnel_phone> end_;
    std::unique_ptr<device::tunnel::phone_tunnel> tunnel_;
    stream_pointer source_;
    stream_pointer asked_;
};

bool run(std::size_t megabytes, int rounds)
{
    two_ways ways(megabytes << 20U);
    const auto bytes = compare(1, 7, [&] { ways.plain_bytes(); }, [&] { ways.tunnel_bytes(); });
    const auto speed = [&](const measurement& each) {
        return static_cast<double>(megabytes) * 1000.0 / each.quantile(0.5).count();
    };
    const double share = 1.0 / bytes.ratio();
    std::printf("bytes from the phone, both ends on one core\n");
    std::printf("  TLS alone            %8.0f MiB/s\n", speed(bytes.direct));
    std::printf("  tunnel in TLS        %8.0f MiB/s\n", speed(bytes.ours));
    std::printf("  share                %8.2f (at least %.1f)\n", share, allowed_throughput);
    ways.begin_calls();
    const auto calls =
        compare(100, rounds, [&] { ways.plain_call(); }, [&] { ways.tunnel_call(); });
    std::printf("a question of %zu bytes and its answer\n", question_bytes);
    std::printf("  TLS alone            %8.3f ms\n", calls.direct.quantile(0.5).count());
    std::printf("  tunnel in TLS        %8.3f ms\n", calls.ours.quantile(0.5).count());
    std::printf("  ratio                %8.2f (at most %.1f)\n", calls.ratio(), allowed_round_trip);
    return share >= allowed_throughput && calls.ratio() <= allowed_round_trip;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "MEGABYTES", .usual = 64}, {.name = "ROUNDS", .usual = 2000}},
        [](const auto& numbers) {
            return thimble::bench::run(static_cast<std::size_t>(numbers[0]), numbers[1]);
        },
        300);
}
