// One connection of ours to the kernel's TCP, with what happens to packets in between.
#pragma once

#include "device/tunnel/tcp_connection.hpp"
#include "tests/device/tunnel/own_network.hpp"

#include <chrono>
#include <functional>
#include <random>
#include <vector>

namespace thimble::tests {

struct link_faults {
    unsigned loss = 0;    // percent
    unsigned doubled = 0; // percent
    unsigned late = 0;    // percent: behind some of those that follow
};

class kernel_peer {
public:
    using time = tunnel::tcp_connection::time;

    kernel_peer(const own_network& over, const tunnel::tcp_settings& settings, bool listens = true);

    tunnel::tcp_connection ours;
    std::vector<std::byte> we_write{};
    std::vector<std::byte> kernel_writes{};
    std::vector<std::byte> we_read{};
    std::vector<std::byte> kernel_read{};
    link_faults faults{};
    bool we_take = true;
    bool kernel_takes = true;
    bool kernel_blocks = false; // the last write did not fit
    int kernel_error = 0;
    bool kernel_input_ended = false;

    /// False when it has not come to that in a minute.
    bool until(const std::function<bool()>& holds);
    void run_for(std::chrono::milliseconds how_long);

    void end_kernel_writing();
    void reset_from_kernel();

private:
    void step();
    void serve_ours();
    void serve_kernel();
    void read_kernel();
    void send_packets();
    void receive_packets();
    void pass(std::span<const std::byte> packet, bool to_kernel);
    void deliver(std::span<const std::byte> packet, bool to_kernel);
    bool happens(unsigned percent) { return random_() % 100 < percent; }

    struct held {
        std::vector<std::byte> packet;
        bool to_kernel;
        unsigned after; // so many others
    };

    int device_;
    tunnel::owned_descriptor listener_;
    tunnel::owned_descriptor kernel_;
    std::mt19937 random_{5};
    std::vector<held> held_;
    std::vector<std::byte> room_;
};

} // namespace thimble::tests
