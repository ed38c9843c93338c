// The virtual usbmuxd: the socket through which programs on the host reach virtual phones.
#pragma once

#include "virtualphone/mux/attached_phones.hpp"
#include "virtualphone/mux/listen_socket.hpp"
#include "virtualphone/mux/pair_records.hpp"

#include <spdlog/logger.h>

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone::mux {

class client;

/// Phones stay attached while it is stopped. The phones and the executor's context outlive it;
/// after stop() the context runs out of the mux's work by itself. Home thread only.
class server {
public:
    server(boost::asio::any_io_executor home,
           std::string address,
           std::shared_ptr<spdlog::logger> log);
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    ~server();

    /// The error is a sentence for the person who chose the address. Does nothing when started.
    std::expected<void, std::string> start();

    /// The socket vanishes and every connection drops, as when the real one dies.
    void stop();

    void attach(phone& device);
    void detach(phone& device);

    /// The name of the host's computer in its pair records; a random one unless told.
    const std::string& system_buid() const noexcept { return buid_; }
    void set_system_buid(std::string buid) { buid_ = std::move(buid); }
    pair_records& records() noexcept { return records_; }

    /// In the form that USBMUXD_SOCKET_ADDRESS takes, once started.
    const std::string& address() const noexcept { return address_; }

private:
    friend class client; // one host's connection: the other half of this class

    boost::asio::awaitable<void> accept_hosts(std::shared_ptr<listen_socket> from);
    void serve(stream connection);
    std::vector<std::shared_ptr<client>> clients() const;

    boost::asio::any_io_executor home_;
    std::string address_;
    std::shared_ptr<spdlog::logger> log_;
    std::string buid_;
    attached_phones phones_;
    pair_records records_;
    std::shared_ptr<listen_socket> listening_;
    std::vector<std::weak_ptr<client>> clients_;
};

} // namespace thimble::virtualphone::mux
