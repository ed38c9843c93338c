// Two TCP connections and a link between them that does what a test says, on a clock of its own.
#pragma once

#include "device/tunnel/tcp_connection.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <vector>

namespace thimble::tests {

namespace tunnel = device::tunnel;

/// One end: what it writes, and what its peer's bytes have become.
struct link_side {
    link_side(const tunnel::tcp_path& path,
              const tunnel::tcp_settings& settings,
              tunnel::tcp_connection::role which,
              tunnel::sequence first)
        : connection(path, settings, which, first, {})
    {
    }

    tunnel::tcp_connection connection;
    std::vector<std::byte> to_write{}; // what is left
    std::vector<std::byte> received{};
    bool reads = true;
    bool shuts_writing = false; // when nothing is left
};

struct link_setup {
    tunnel::tcp_settings near{};
    tunnel::tcp_settings far{};
    tunnel::sequence near_first = 1'000;
    tunnel::sequence far_first = 9'000;
    std::size_t most_packet = 1'400;
    bool both_open = false;
    bool far_listens = true;
};

class scripted_link {
public:
    using time = tunnel::tcp_connection::time;
    using duration = time::duration;

    /// Time that each copy of a segment takes; none when it is lost.
    using fate = std::function<std::vector<duration>(bool to_far, const tunnel::tcp_segment&)>;

    static constexpr std::chrono::milliseconds usual_delay{1};

    explicit scripted_link(const link_setup& setup = {});

    link_side near;
    link_side far;
    fate decide = [](bool, const tunnel::tcp_segment&) {
        return std::vector<duration>{usual_delay};
    };
    bool far_hears = true; // else whatever comes for it is dropped

    /// Goes on until `holds` does, or for `limit` of the link's own time. True when it holds.
    bool until(const std::function<bool()>& holds, duration limit = std::chrono::seconds(60));
    void run_for(duration how_long);
    bool open();

    time now() const { return now_; }
    duration elapsed() const { return now_ - time{}; }
    std::size_t packets() const { return packets_; }

private:
    struct flying {
        bool to_far;
        std::vector<std::byte> packet;
    };

    void exchange();
    void serve(link_side& end);
    void send_from(link_side& end, bool to_far);
    void deliver_due();
    time next_event() const;

    time now_{};
    std::multimap<time, flying> flying_; // by when they arrive
    std::size_t packets_ = 0;
    std::vector<std::byte> room_;
};

/// Bytes in which a missing, doubled or misplaced one is noticed.
std::vector<std::byte> countable_bytes(std::size_t count);

} // namespace thimble::tests
