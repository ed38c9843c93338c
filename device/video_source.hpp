// A phone's screen as video that the phone encodes.
#pragma once

#include "async/listeners.hpp"
#include "device/access_unit.hpp"

#include <cstddef>
#include <functional>

namespace thimble::device {

/// Home thread. A phone encodes a picture when its screen changes, up to 60 in a second, and ends
/// its stream by itself when the screen has stood still for some seconds. A key comes only at a
/// stream's start.
class video_source {
public:
    virtual ~video_source() = default;

    /// Whoever comes late gets at most so many units at once, and so many bytes of them. Less than
    /// what a queue behind it holds, or the next unit would not fit any more.
    static constexpr std::size_t most_units_at_once = 90;
    static constexpr std::size_t most_bytes_at_once = 3UL << 20;

    /// Hands over unit after unit for as long as the subscription is kept, each of which can be
    /// decoded from those before it: the first is a key, and after a loss there is none until the
    /// next key. Where all units since the last key are still kept, they come first and at once.
    ///
    /// `lost` tells that the screen may show something else than the last unit, before the next key
    /// comes: units were lost, or the phone refuses another stream.
    ///
    /// While anybody follows, a stream that the phone has ended is started again, for this alone at
    /// most once in 30 s. Both may end the subscription; they are never called within this call.
    [[nodiscard]] virtual async::subscription follow(std::function<void(const shared_unit&)> take,
                                                     std::function<void()> lost) = 0;

    /// Somebody waits for a key: the stream is started anew, at most once in 30 s
    /// whoever asks.
    virtual void want_key() = 0;
};

} // namespace thimble::device
