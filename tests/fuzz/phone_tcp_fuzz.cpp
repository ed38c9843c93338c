// The virtual phone's packets and its TCP, with a host without manners. The first byte chooses: an
// agreement before a tunnel, packets, or a script of what happens to a connection.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/tunnel/packets/cdtunnel.hpp"
#include "virtualphone/tunnel/packets/datagram.hpp"
#include "virtualphone/tunnel/packets/tcp_connection.hpp"

namespace thimble::fuzz {

namespace {

namespace tunnel = virtualphone::tunnel;

constexpr std::size_t mtu = 1'280;
constexpr std::size_t most_packets_at_once = 2'000;

void check_agreement(tunnel::byte_view input)
{
    if (input.size() >= tunnel::cdtunnel_header_size) {
        const auto body = tunnel::cdtunnel_body_size(input.first<tunnel::cdtunnel_header_size>());
        require(!body || *body <= 0xFFFF, "a body is no longer than two bytes can say");
    }
    const auto mtu_granted = tunnel::grant_mtu(input);
    require(!mtu_granted ||
                (*mtu_granted >= tunnel::smallest_mtu && *mtu_granted <= tunnel::largest_mtu),
            "no more and no less is granted than a phone can");
}

void check_packet(tunnel::byte_view input)
{
    if (const auto datagram = tunnel::parse_datagram(input)) {
        const auto copy = tunnel::build_datagram(*datagram);
        const auto again = tunnel::parse_datagram(copy);
        require(again && std::ranges::equal(again->content, datagram->content),
                "a datagram that was written is read");
    }
    const auto read = tunnel::parse_packet(input);
    if (!read)
        return;
    const auto written = tunnel::build_packet(*read);
    const auto again = tunnel::parse_packet(written);
    require(again.has_value(), "a packet that was written is read");
    require(again->segment.sequence == read->segment.sequence &&
                std::ranges::equal(again->segment.payload, read->segment.payload),
            "it is the same packet");
}

class conversation {
public:
    explicit conversation(tunnel::byte_view script) : left_(script) {}

    void play()
    {
        hear();
        while (!left_.empty()) {
            step();
            hear();
        }
        connection_.close(now_);
        for (int round = 0; !connection_.over(); ++round) {
            require(round < 100, "a connection that was closed ends");
            hear();
            now_ = std::max(now_ + std::chrono::milliseconds(1),
                            std::min(connection_.due(), now_ + std::chrono::seconds(10)));
        }
    }

private:
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

    void step()
    {
        tunnel::bytes some(pair() % 4'096);
        switch (byte() % 8) {
        case 0:
            now_ += std::chrono::milliseconds(some.size());
            break;
        case 1:
            connection_.read(some);
            break;
        case 2:
            connection_.write(some);
            break;
        case 3:
            if (byte() > 250)
                connection_.close(now_);
            break;
        default:
            arrive(std::move(some));
        }
    }

    void arrive(tunnel::bytes payload)
    {
        const auto flags = byte();
        if ((flags & 32U) == 0)
            payload.clear();
        const auto near = [&] { return (flags & 64U) != 0 ? pair() - 32'768U : 0U; };
        connection_.take({.sequence = expected_ + near(),
                          .acknowledgment = sent_ + near(),
                          .syn = (flags & 2U) != 0,
                          .ack = (flags & 16U) != 0,
                          .fin = (flags & 1U) != 0,
                          .rst = (flags & 4U) != 0,
                          .window = static_cast<std::uint16_t>(pair()),
                          .payload = payload},
                         now_);
        require(connection_.readable() <= tunnel::tcp_connection::receive_limit,
                "no more comes in than was offered");
    }

    void hear()
    {
        for (std::size_t packets = 0; const auto packet = connection_.next_packet(now_);) {
            require(++packets < most_packets_at_once, "little is said at once");
            require(packet->size() <= mtu, "no packet is longer than was agreed");
            const auto read = tunnel::parse_packet(*packet);
            require(read.has_value(), "what goes out can be read");
            expected_ = read->segment.acknowledgment;
            sent_ = read->segment.sequence + read->segment.length();
        }
    }

    tunnel::byte_view left_;
    tunnel::tcp_connection::time now_{};
    tunnel::tcp_connection connection_{
        {{}, {}, 80, 50'000, mtu},
        {.sequence = 0xFFFF'FF00, .syn = true, .window = 1'000, .window_shift = 2},
        0xFFFF'F000,
        now_};
    std::uint32_t expected_ = 0;
    std::uint32_t sent_ = 0;
};

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size == 0)
        return 0;
    const tunnel::byte_view input(data + 1, size - 1);
    switch (data[0] % 3) {
    case 0:
        check_agreement(input);
        break;
    case 1:
        check_packet(input);
        break;
    default:
        conversation(input).play();
    }
    return 0;
}
