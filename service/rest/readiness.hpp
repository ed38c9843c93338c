// Readiness of the service: its store has to answer.
#pragma once

#include "async/signal.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace thimble::service {

/// Home thread. However many ask at once, the store is asked once: who asks needs no key.
class readiness {
public:
    enum class obstacle : std::uint8_t { none, store_late, store_failed };
    BOOST_DESCRIBE_NESTED_ENUM(obstacle, none, store_late, store_failed)

    /// The store outlives it, and has `limit` to answer.
    readiness(const boost::asio::any_io_executor& home,
              store::database& store,
              std::chrono::milliseconds limit);

    /// The obstacle now. Does not wait for writers.
    boost::asio::awaitable<obstacle> find_obstacle();

private:
    boost::asio::awaitable<obstacle> ask_store();

    store::database& store_;
    std::chrono::milliseconds limit_;
    std::size_t questions_ = 0; // put to the store so far
    bool asking_ = false;
    obstacle last_ = obstacle::none;
    async::signal answered_;
};

/// "store_late"; for programs.
std::string_view to_string(readiness::obstacle value);

} // namespace thimble::service
