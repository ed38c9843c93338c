// Faults of bytes that a phone has sent.
#pragma once

#include <cstdint>
#include <string_view>

namespace thimble::device::dtx {

enum class malformed : std::uint8_t {
    not_a_message, // bytes that do not begin as a fragment: the stream cannot be followed any more
    bad_fragment,  // an impossible header, or a fragment out of its order
    too_large,     // a message beyond the limit
    too_much,      // too many messages that have begun and not ended, or too much of them
    truncated,     // ends within something
    bad_length,    // a length that contradicts another one
    compressed,    // a payload that was not to be compressed
    unknown_kind,  // of a kind whose length is not known
    too_many,      // arguments, or objects of an archive
    too_deep,      // objects within each other
    cyclic,        // an object that holds itself
    bad_reference, // to an object that is not there
    not_an_archive,
    not_a_selector, // a call whose payload is no text
};

std::string_view to_string(malformed what);

} // namespace thimble::device::dtx
