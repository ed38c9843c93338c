// Recordings of conversations with a phone's services, read back.
#pragma once

#include "device/coredevice/xpc_value.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <istream>
#include <span>
#include <string>
#include <vector>

namespace thimble::tests {

struct recorded_event {
    enum class kind : std::uint8_t { request, reply, push };

    kind what = kind::request;
    std::uint64_t call = 0;             // of a request and its reply
    nlohmann::json message{};           // null where it was not kept, or there was none
    std::string problem{}, failed_by{}; // of a request that was not answered, and its cause
};

/// A connection to a service, in its order.
struct recorded_conversation {
    std::string service;
    std::vector<recorded_event> events;
};

/// The conversations of a recording of one phone, as they were begun; other lines are passed over.
/// Throws std::runtime_error, which names the line, at what is no such recording or beyond the
/// limits: 4 MiB a line, 100,000 events.
std::vector<recorded_conversation> read_recorded_services(std::istream& recording);

/// A value as it was, with zeros for data, numbers and the like that were withheld. `uuids` are
/// those that stand for the recorded ones. Throws std::runtime_error at more than 32 containers
/// within each other, 32 MiB of data, or what is no value.
device::coredevice::xpc::value value_in(const nlohmann::json& recorded,
                                        std::span<const device::coredevice::xpc::uuid> uuids);

} // namespace thimble::tests
