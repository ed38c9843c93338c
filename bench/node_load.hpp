// Taps on many phones, a second apart on each, through several nodes of one service.
#pragma once

#include "bench/measurement.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace thimble::bench {

/// A phone, and the node that is asked to tap on it.
struct aimed_tap {
    std::uint16_t port = 0;
    std::string phone_id;
};

struct node_load {
    std::size_t done = 0;
    std::size_t refused = 0; // answered with anything but 200
    measurement took;        // of those that were done
    std::chrono::duration<double> elapsed{};
};

/// Each phone has a client with a connection of its own, which taps a second after its last tap
/// began, or as soon as that is answered if it takes longer. What is under way besides in `context`
/// goes on. `time` is measured, after some seconds that are not; `begins` and `ends` are called at
/// its ends. Returns when all answers have come.
node_load tap_each_second(boost::asio::io_context& context,
                          const std::string& api_key,
                          const std::vector<aimed_tap>& taps,
                          std::chrono::seconds time,
                          const std::function<void()>& begins,
                          const std::function<void()>& ends);

} // namespace thimble::bench
