// A response on its way to the client, in one write or as a fault has it.
#pragma once

#include "virtualphone/phone/device_ports.hpp"
#include "virtualphone/phone/faults.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace thimble::virtualphone::wda {

struct response_text {
    std::string header; // with the blank line
    std::string body;
};

response_text response_for(const answer& what, const std::optional<std::string>& session);

/// False when the connection cannot be used any further. A corrupt answer is neither JSON nor a
/// picture and as long as its header says. The delays of faults are real time.
boost::asio::awaitable<bool>
transmit(stream& client, response_text response, std::optional<fault> shown);

/// Says nothing until the client has had enough; false.
boost::asio::awaitable<bool> stay_silent(stream& client);

} // namespace thimble::virtualphone::wda
