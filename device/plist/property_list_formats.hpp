// Readers of the two formats of property lists. Included by .cpp files of this room only.
#pragma once

#include "device/plist/property_list.hpp"

#include <stdexcept>

namespace thimble::device::plist {

/// Thrown by the readers; its text is a sentence for a person.
struct malformed_property_list : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Counts down what a list may still hold. Throws malformed_property_list when it is used up.
class property_budget {
public:
    void take_value(int depth);
    void take_bytes(std::size_t count);

private:
    std::size_t values_ = most_properties;
    std::size_t bytes_ = most_property_bytes;
};

property_value read_binary_property_list(std::string_view content);
property_value read_xml_property_list(std::string_view content);

/// False for what is no Unicode scalar value; nothing is appended then.
bool append_utf8(std::string& to, std::uint32_t code_point);

} // namespace thimble::device::plist
