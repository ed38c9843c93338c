// The settings of a WebDriverAgent session.
#pragma once

#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace thimble::virtualphone::wda {

class settings {
public:
    settings();

    /// Takes the known ones among `values` (an object), all or none of them; unknown names are
    /// ignored, as the real one does.
    std::optional<refusal> apply(const nlohmann::json& values);

    /// This release does not know the setting.
    void forget(const char* name) { values_.erase(name); }

    /// As a new session does: defaults again, except for the picture stream.
    void reset();

    const nlohmann::json& all() const noexcept { return values_; }

    milliseconds wait_for_idle_timeout() const;
    milliseconds animation_cool_off_timeout() const;
    std::string default_active_application() const; // a bundle id, or "auto"
    double typing_frequency() const;                // characters a second
    int snapshot_depth() const;
    int stream_quality() const;      // 1..100
    double stream_framerate() const; // frames a second, 1..60
    int stream_scaling() const;      // percent, 1..100
    bool stream_fixes_orientation() const;

private:
    double number(const char* name) const;

    nlohmann::json values_;
};

} // namespace thimble::virtualphone::wda
