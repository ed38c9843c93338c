// SHA-384 digests of developer images and of their trust caches.
#pragma once

#include "virtualphone/plist/property_list.hpp"

#include <memory>

namespace thimble::virtualphone::tss {

/// Of content that comes in parts.
class image_digest {
public:
    image_digest();
    image_digest(image_digest&&) noexcept;
    image_digest& operator=(image_digest&&) noexcept;
    ~image_digest();

    void add(plist::byte_view part);

    /// Of all that was added; nothing can be added afterwards.
    plist::bytes finish();

private:
    struct state;
    std::unique_ptr<state> state_;
};

plist::bytes digest_of(plist::byte_view content);

} // namespace thimble::virtualphone::tss
