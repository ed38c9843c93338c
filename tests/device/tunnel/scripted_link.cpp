#include "tests/device/tunnel/scripted_link.hpp"

#include "tests/catch2.hpp"

#include <algorithm>
#include <array>

namespace thimble::tests {
namespace {

constexpr std::size_t most_packets = 2'000'000; // a conversation that goes on for ever

tunnel::tcp_path path_of(bool near, std::size_t most_packet)
{
    tunnel::tcp_path result{.local_address = {0xfd, 1},
                            .remote_address = {0xfd, 2},
                            .local_port = 50'000,
                            .remote_port = 7'000,
                            .most_received_packet = most_packet,
                            .most_sent_packet = most_packet};
    if (!near) {
        std::swap(result.local_address, result.remote_address);
        std::swap(result.local_port, result.remote_port);
    }
    return result;
}

} // namespace

scripted_link::scripted_link(const link_setup& setup)
    : near(path_of(true, setup.most_packet),
           setup.near,
           tunnel::tcp_connection::role::opens,
           setup.near_first),
      far(path_of(false, setup.most_packet),
          setup.far,
          setup.both_open ? tunnel::tcp_connection::role::opens
                          : tunnel::tcp_connection::role::accepts,
          setup.far_first),
      far_hears(setup.far_listens), room_(setup.most_packet)
{
}

void scripted_link::serve(link_side& end)
{
    while (end.reads && end.connection.readable() > 0) {
        std::array<std::byte, 4096> some{};
        const auto count = end.connection.read(some);
        end.received.insert(end.received.end(), some.begin(),
                            some.begin() + static_cast<std::ptrdiff_t>(count));
    }
    const auto written = end.connection.write(end.to_write);
    end.to_write.erase(end.to_write.begin(),
                       end.to_write.begin() + static_cast<std::ptrdiff_t>(written));
    if (end.shuts_writing && end.to_write.empty() && end.connection.open())
        end.connection.shut_writing();
}

void scripted_link::send_from(link_side& end, bool to_far)
{
    while (const auto length = end.connection.write_packet(room_, now_)) {
        REQUIRE(++packets_ < most_packets);
        REQUIRE(length <= room_.size());
        const auto bytes = std::span(room_).first(length);
        const auto packet = tunnel::parse_ipv6(bytes);
        REQUIRE(packet);
        const auto segment = tunnel::parse_tcp(*packet);
        REQUIRE(segment);
        for (const auto delay : decide(to_far, *segment))
            flying_.emplace(now_ + delay,
                            flying{.to_far = to_far, .packet = {bytes.begin(), bytes.end()}});
    }
}

void scripted_link::exchange()
{
    serve(near);
    serve(far);
    send_from(near, true);
    send_from(far, false);
}

void scripted_link::deliver_due()
{
    while (!flying_.empty() && flying_.begin()->first <= now_) {
        const auto each = std::move(flying_.extract(flying_.begin()).mapped());
        if (each.to_far && !far_hears)
            continue;
        const auto packet = tunnel::parse_ipv6(each.packet);
        const auto segment = tunnel::parse_tcp(*packet);
        (each.to_far ? far : near).connection.take(*segment, now_);
    }
}

scripted_link::time scripted_link::next_event() const
{
    auto next = time::max();
    for (const auto* each : {&near, &far})
        if (!each->connection.over(now_))
            next = std::min(next, each->connection.due());
    if (!flying_.empty())
        next = std::min(next, flying_.begin()->first);
    return std::max(next, now_ + std::chrono::microseconds(1));
}

bool scripted_link::until(const std::function<bool()>& holds, duration limit)
{
    const auto end = now_ + limit;
    exchange();
    while (!holds()) {
        const auto next = next_event();
        if (next > end) {
            now_ = end;
            exchange();
            return holds();
        }
        now_ = next;
        deliver_due();
        exchange();
    }
    return true;
}

void scripted_link::run_for(duration how_long)
{
    until([] { return false; }, how_long);
}

bool scripted_link::open()
{
    return until([this] { return near.connection.open() && far.connection.open(); });
}

std::vector<std::byte> countable_bytes(std::size_t count)
{
    std::vector<std::byte> result(count);
    for (std::size_t at = 0; at < count; ++at)
        result[at] = static_cast<std::byte>((at * 2'654'435'761U) >> 24U);
    return result;
}

} // namespace thimble::tests
