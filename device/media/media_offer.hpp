// The offer of a host to a phone that is to send its screen: codecs, bit rates, and who the host
// is.
#pragma once

#include "device/media/nal_unit.hpp"

#include <string>

namespace thimble::device::media {

struct media_offer {
    std::uint32_t session = 0; // random; becomes the SSRC of the host's end
    std::string call;          // a UUID in capital letters, another one each time
    bool long_term_references = false;
};

/// The negotiation's content as a protocol buffer. Its table of bit rates has to stay as it is: a
/// phone that misses an entry sends next to nothing.
bytes media_description(const media_offer& of);

/// The host's description, as a protocol buffer. Phones choose their encoder's settings by it.
bytes host_description();

/// All of it as a binary property list. Throws std::bad_alloc when memory runs out.
bytes encode_offer(const media_offer& of);

} // namespace thimble::device::media
