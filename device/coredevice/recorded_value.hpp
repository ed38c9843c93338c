// XPC values as recordings keep them: readable, of their exact kinds, without private texts.
#pragma once

#include "device/coredevice/xpc_value.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace thimble::device::coredevice {

/// Writes the messages of one connection. A dictionary becomes an object, a number {"uint64": 5},
/// data {"data": {"bytes": 68}}, in hexadecimal as well where it describes a surface. A UUID
/// becomes its place among those of the connection, from 1: {"uuid": 1}. Texts are withheld but for
/// those that are known to name a release, a model, a state or something of Apple's, and numbers
/// that are as long as a serial number.
class recorded_form {
public:
    /// Of the pasteboard, which holds what people have written, no text and no data is written.
    explicit recorded_form(std::string_view service);

    /// null for a message that would take more than about a MiB.
    nlohmann::json of(const xpc::dictionary& message);

    /// The first of those that messages so far have named, in their order.
    const std::vector<xpc::uuid>& uuids() const noexcept { return uuids_; }

private:
    class writer;

    std::uint64_t number_of(const xpc::uuid& what);

    bool all_private_;
    std::vector<xpc::uuid> uuids_;
};

/// True for the names of JSON that stand for a kind: a dictionary whose only member is called so
/// is written as {"dictionary": {…}}.
bool is_name_of_kind(std::string_view key);

} // namespace thimble::device::coredevice
