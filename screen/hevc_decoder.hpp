// HEVC to pictures, as a phone's stream has them: 8 bits, 4:2:0.
#pragma once

#include "screen/video_picture.hpp"

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace thimble::screen {

/// A decoder with the pictures that later ones refer to. Of any thread, one call at a time.
class hevc_decoder {
public:
    /// Throws std::bad_alloc when memory runs out.
    hevc_decoder();

    /// NAL units, each behind its length in four bytes, most significant first: those of one
    /// picture, or parameter sets. After an error the decoder is of use again from the next key on,
    /// with its parameter sets, which reset() prepares it for.
    std::expected<void, std::string> decode(std::span<const std::byte> units);

    /// Forgets all pictures and parameters. Throws std::bad_alloc when memory runs out.
    void reset();

    /// True where the last picture that was to be decoded is there.
    bool has_picture() const noexcept { return newest_ != nullptr; }

    /// A copy of it, as far as it is to be shown; of that no more than `most` from the top left,
    /// for streams that do not say themselves where their padding begins. The picture itself lasts
    /// until the next decode().
    std::expected<video_picture, std::string>
    newest(const std::optional<pixel_size>& most = std::nullopt) const;

private:
    struct context_freed {
        void operator()(void* owned) const noexcept;
    };

    std::expected<bool, std::string> push(std::span<const std::byte> units);
    std::expected<void, std::string> drain();

    std::unique_ptr<void, context_freed> context_;
    const void* newest_ = nullptr; // belongs to the decoder
};

} // namespace thimble::screen
