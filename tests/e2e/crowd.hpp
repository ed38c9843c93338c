// Many clients that tap on several phones at once, and look at what has come of it.
#pragma once

#include "tests/e2e/keep_alive_client.hpp"

#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thimble::e2e {

/// Requests of a client of a crowd, in this order.
enum class question : std::uint8_t { tap, job, status };

constexpr std::array questions{question::tap, question::job, question::status};
const char* to_string(question what);

/// Answers that a crowd has seen.
struct crowd_tally {
    using milliseconds = std::chrono::duration<float, std::milli>;

    std::array<std::vector<milliseconds>, questions.size()> took; // by question
    std::vector<std::size_t> taps;                                // completed, by phone
    std::size_t errors = 0;
    std::vector<std::string> first_errors; // some, for a person

    const std::vector<milliseconds>& times_of(question what) const;
    std::size_t answers() const;
    std::size_t all_taps() const;

    /// Of the phones' taps. There is at least one phone.
    std::size_t least_taps() const;
    std::size_t median_taps() const;
};

struct crowd_place {
    std::uint16_t port = 0; // on loopback
    std::string api_key;
    std::vector<std::string> phone_ids;
};

/// Each client has one phone and one connection, which it keeps. It taps, waits, and asks for the
/// job and for the phone's status; whatever is not answered as it should be is an error and ends
/// the client. Belongs to the thread that runs `home`, which it outlives.
class crowd {
public:
    crowd(boost::asio::io_context& home, crowd_place where, std::size_t clients_of_each_phone);

    /// Connects all clients and starts them. Each begins another round as long as `go_on` says so.
    void start(std::function<bool()> go_on);

    const crowd_tally& seen() const noexcept { return seen_; }

private:
    struct client {
        client(const boost::asio::any_io_executor& home, std::size_t of_phone)
            : phone(of_phone), connection(home)
        {
        }
        std::size_t phone;
        keep_alive_client connection;
    };

    boost::asio::awaitable<void> connect_all();
    boost::asio::awaitable<void> live(client& who);
    boost::asio::awaitable<void> make_round(client& who);
    boost::asio::awaitable<nlohmann::json>
    ask(client& who, question what, const std::string& request);
    void note_error(std::string what);

    boost::asio::io_context& home_;
    crowd_place where_;
    std::vector<std::unique_ptr<client>> clients_;
    std::function<bool()> go_on_;
    crowd_tally seen_;
};

} // namespace thimble::e2e
