// Clients that tap on many phones and go on whatever happens to the programs.
#pragma once

#include "tests/e2e/keep_alive_client.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace thimble::bench {

/// Outcomes of the taps.
struct soak_tally {
    using milliseconds = std::chrono::duration<float, std::milli>;

    std::vector<milliseconds> took;           // of each that was completed
    std::vector<std::size_t> completed;       // by phone
    std::vector<std::size_t> uncertain;       // by phone: perhaps made, perhaps not
    std::map<std::string, std::size_t> codes; // of those that were refused or failed
    std::size_t broken = 0;                   // connections
};

/// Belongs to the calling thread.
class soak_load {
public:
    /// Two clients for each phone.
    soak_load(std::uint16_t port, std::string api_key, std::vector<std::string> phone_ids);

    /// Taps until so many are completed and all clients have their answers. Throws
    /// std::runtime_error when nothing is completed for a long time.
    soak_tally run(std::size_t taps);

private:
    boost::asio::awaitable<void> live(std::size_t phone);
    boost::asio::awaitable<void> tap(e2e::keep_alive_client& on, std::size_t phone);
    void note(const e2e::keep_alive_client::answer& heard, std::size_t phone);
    boost::asio::awaitable<void> pause();

    std::uint16_t port_;
    std::string key_;
    std::vector<std::string> phone_ids_;
    boost::asio::io_context context_{1};
    std::size_t wanted_ = 0; // to be completed
    soak_tally seen_;
};

} // namespace thimble::bench
