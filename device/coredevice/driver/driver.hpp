// CoreDevice as a driver of one phone: what its services in the tunnel can do.
#pragma once

#include "device/coredevice/driver/tunnel_buttons.hpp"
#include "device/coredevice/driver/tunnel_clipboard.hpp"
#include "device/coredevice/driver/tunnel_frames.hpp"
#include "device/coredevice/driver/tunnel_keys.hpp"
#include "device/coredevice/driver/tunnel_launcher.hpp"
#include "device/coredevice/driver/tunnel_lock.hpp"
#include "device/coredevice/driver/tunnel_orientation.hpp"
#include "device/coredevice/driver/tunnel_touches.hpp"
#include "device/coredevice/driver/tunnel_video.hpp"

#include <array>

namespace thimble::device::coredevice {

/// Home thread. Lives as long as the phone.
class driver {
public:
    explicit driver(const tunnel_options& options, gate_options gate = {});

    tunnel_keeper& tunnel() { return tunnel_; }
    const tunnel_keeper& tunnel() const { return tunnel_; }

    /// True for what the tunnel offers; for fingers and keys only where it is known that they land,
    /// or where no other driver answers: a runner's inputs need not be tried out.
    bool offers(capability what) const;

    /// The better of both: out of the video, or captured.
    frame_source& frames();
    live_source& live_frames() { return video_.live(); }

    /// Captured ones alone: they are whole, pixel for pixel, and start no stream.
    frame_source& captures() { return frames_; }

    tunnel_video& video() { return video_; }
    const tunnel_video& video() const { return video_; }

    /// The interface by the display's own facts or the newest picture; nothing where neither tells.
    std::optional<screen::interface> interface() const;

    tunnel_clipboard& clipboard() { return clipboard_; }
    tunnel_buttons& buttons() { return buttons_; }
    tunnel_launcher& launcher() { return launcher_; }
    tunnel_lock& lock() { return lock_; }
    tunnel_orientation& orientation() { return orientation_; }
    tunnel_touches& touches() { return touches_; }
    tunnel_keys& keys() { return keys_; }
    tunnel_typist& typing() { return typing_; }

    /// True for a phone whose display is told to be off, and that can be woken.
    bool is_dark() const;

    /// All that it may offer.
    static constexpr std::array capabilities{
        capability::frame,     capability::live_frames, capability::video,      capability::touch,
        capability::keys,      capability::text,        capability::buttons,    capability::apps,
        capability::clipboard, capability::lock,        capability::orientation};

private:
    tunnel_options with_video(tunnel_options options);
    tunnel_video::options video_options(const tunnel_options& of);
    gate_options with_stream(gate_options gate);
    std::optional<screen::orientation> turned() const;

    std::function<bool()> alone_;
    std::function<std::optional<screen::orientation>()> turned_by_other_;
    tunnel_keeper tunnel_;
    effect_gate gate_;
    tunnel_frames frames_{tunnel_};
    tunnel_clipboard clipboard_{tunnel_};
    tunnel_buttons buttons_{tunnel_};
    tunnel_launcher launcher_{tunnel_};
    tunnel_lock lock_;
    tunnel_orientation orientation_{tunnel_, frames_};
    tunnel_touches touches_{tunnel_, gate_, [this] { return interface(); }};
    tunnel_keys keys_{tunnel_, gate_};
    tunnel_typist typing_{tunnel_, gate_};
    tunnel_video video_;
};

} // namespace thimble::device::coredevice
