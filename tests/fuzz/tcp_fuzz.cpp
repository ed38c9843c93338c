// A TCP connection and a peer without manners: whatever comes and whenever, it stays within its
// limits, says little to little, and ends. The input is a script: what happens, a byte each, with
// its arguments.
#include "device/tunnel/tcp_connection.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace thimble::fuzz {

namespace {

namespace tunnel = device::tunnel;

constexpr std::size_t window = 20'000;
constexpr std::size_t most_packet = 1'280;
constexpr std::size_t most_packets_at_once = 1'000;

class script {
public:
    explicit script(std::span<const std::uint8_t> input) : left_(input) {}

    bool over() const { return left_.empty(); }

    unsigned byte()
    {
        if (left_.empty())
            return 0;
        const auto first = left_.front();
        left_ = left_.subspan(1);
        return first;
    }

    unsigned pair()
    {
        const auto high = byte();
        return high * 256 + byte();
    }

    /// Near 0 mostly.
    tunnel::sequence offset()
    {
        const auto what = byte();
        if (what < 128)
            return 0;
        return what < 192 ? pair() - 32'768 : (pair() << 16U) + pair();
    }

private:
    std::span<const std::uint8_t> left_;
};

class conversation {
public:
    explicit conversation(unsigned how)
        : connection_({.local_address = {1},
                       .remote_address = {2},
                       .local_port = 1,
                       .remote_port = 2,
                       .most_received_packet = most_packet,
                       .most_sent_packet = most_packet},
                      {.receive_window = window, .send_buffer = window},
                      (how & 1U) != 0 ? tunnel::tcp_connection::role::accepts
                                      : tunnel::tcp_connection::role::opens,
                      how * 0x1000'0000U,
                      now_)
    {
    }

    void play(script& from)
    {
        hear();
        while (!from.over()) {
            step(from);
            hear();
        }
        end();
    }

private:
    void step(script& from)
    {
        std::array<std::byte, 4096> some{};
        switch (from.byte() % 8) {
        case 0:
            now_ += std::chrono::milliseconds(from.pair());
            break;
        case 1:
            connection_.read(std::span(some).first(from.pair() % some.size()));
            break;
        case 2:
            connection_.write(std::span(some).first(from.pair() % some.size()));
            break;
        case 3:
            end_by(from.byte());
            break;
        default:
            arrive(from);
        }
    }

    void end_by(unsigned how)
    {
        if (how < 16)
            connection_.abort(now_);
        else if (how < 64)
            connection_.close(now_);
        else if (how < 128)
            connection_.shut_writing();
    }

    void arrive(script& from)
    {
        const auto flags = from.byte();
        const std::vector<std::byte> payload((flags & 32U) != 0 ? from.pair() % 1'500 : 0);
        tunnel::tcp_segment segment{.source_port = 2,
                                    .destination_port = 1,
                                    .number = expected_ + from.offset(),
                                    .acknowledged = sent_ + from.offset(),
                                    .flags = {.fin = (flags & 1U) != 0,
                                              .syn = (flags & 2U) != 0,
                                              .rst = (flags & 4U) != 0,
                                              .ack = (flags & 16U) != 0},
                                    .window = static_cast<std::uint16_t>(from.pair()),
                                    .payload = payload};
        if ((flags & 64U) != 0)
            segment.most_bytes = static_cast<std::uint16_t>(from.pair());
        if ((flags & 128U) != 0)
            segment.window_shift = static_cast<std::uint8_t>(from.byte());
        connection_.take(segment, now_);
        require(connection_.readable() <= window, "no more comes in than was offered");
    }

    void hear()
    {
        std::array<std::byte, most_packet> room{};
        for (std::size_t packets = 0; const auto length = connection_.write_packet(room, now_);) {
            require(++packets < most_packets_at_once, "little is said at once");
            const auto packet = tunnel::parse_ipv6(std::span(room).first(length));
            const auto segment = packet ? tunnel::parse_tcp(*packet) : std::nullopt;
            require(segment.has_value(), "what goes out can be read");
            expected_ = segment->acknowledged;
            sent_ = segment->number + segment->length();
        }
    }

    /// Nobody reads or answers any more.
    void end()
    {
        connection_.close(now_);
        for (int round = 0; !connection_.over(now_); ++round) {
            require(round < 100, "a connection that was closed ends");
            now_ = std::max(now_ + std::chrono::milliseconds(1),
                            std::min(connection_.due(), latest()));
            hear();
        }
    }

    tunnel::tcp_connection::time latest() const { return now_ + std::chrono::seconds(10); }

    tunnel::tcp_connection::time now_{};
    tunnel::tcp_connection connection_;
    tunnel::sequence expected_ = 0;
    tunnel::sequence sent_ = 0;
};

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size == 0)
        return 0;
    script from({data + 1, size - 1});
    conversation(data[0]).play(from);
    return 0;
}
