// Conversations with the services of a phone, told line by line for `thimbled --record`.
#pragma once

#include "device/coredevice/recorded_value.hpp"
#include "device/coredevice/xpc_message.hpp"
#include "device/failure.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace thimble::device::coredevice {

/// Home thread. One for a phone, of which there is none unless a recording is made.
class service_recorder {
public:
    using writer = std::function<void(const nlohmann::json& line)>;

    explicit service_recorder(writer write) : write_(std::move(write)) {}

    /// Number of another connection, from 1.
    std::uint64_t next_connection() noexcept { return ++connections_; }

    void write(const nlohmann::json& line) const { write_(line); }

private:
    writer write_;
    std::uint64_t connections_ = 0;
};

/// One connection to a service. Requests, replies and pushes are told there and then; of what goes
/// one way alone, HID's reports among it, only count and size are told, at the end.
class recorded_connection {
public:
    recorded_connection(std::shared_ptr<service_recorder> by, std::string service);
    recorded_connection(const recorded_connection&) = delete;
    recorded_connection& operator=(const recorded_connection&) = delete;
    ~recorded_connection();

    /// The service has not agreed to speak: nothing else follows.
    void not_agreed(const failure& why);

    /// `call` is the id of the request on this connection.
    void asked(std::uint64_t call, const xpc::dictionary& body);
    void answered(std::uint64_t call, const xpc::arrived_message& reply);
    void failed(std::uint64_t call, const failure& why);

    /// The phone has said something unasked.
    void pushed(const xpc::arrived_message& message);

    /// Sent without an answer.
    void told(const xpc::dictionary& body);

    /// One more message or packet of this size.
    void count(std::size_t bytes) noexcept;

private:
    nlohmann::json line(const char* event) const;
    nlohmann::json line_of_reply(const char* event, std::uint64_t call);
    void write_message(nlohmann::json line, const xpc::dictionary& body);
    void write_message(nlohmann::json line, const xpc::arrived_message& message);

    std::shared_ptr<service_recorder> by_;
    std::string service_;
    std::uint64_t number_;
    recorded_form form_;
    std::map<std::uint64_t, std::chrono::steady_clock::time_point> open_calls_; // asked when
    std::optional<failure> not_agreed_;
    std::uint64_t counted_ = 0;
    std::uint64_t counted_bytes_ = 0;
};

} // namespace thimble::device::coredevice
