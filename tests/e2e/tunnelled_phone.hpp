// A phone that is driven through its tunnel, with a thimbled of its own.
#pragma once

#include "tests/e2e/thimble_system.hpp"

#include <string>

namespace thimble::e2e {

/// A phone, with or without a runner, whose services are reached. Touches are heard always: it is
/// known of them whether they land.
class tunnelled_phone {
public:
    /// "iPhone 15 Pro,ios=27,runner=absent". It takes no time for what it does unless told.
    explicit tunnelled_phone(const std::string& model, const std::string& device_time = "0");

    bool has_runner() const noexcept { return has_runner_; }
    bool has_touches() const { return !has_runner_ && fact("ios") == "27"; }
    nlohmann::json fact(const char* name) const { return phone.facts().at(name); }

    /// Sketch is in front and upright, nothing is wrong, and the tunnel is there.
    void reset() const;

    /// A text is about to be typed into Notes, on an iPhone 15 Pro.
    void show_keyboard() const;

    /// Begins an action and waits for its end; says what its job has come to.
    nlohmann::json perform(const std::string& name, const nlohmann::json& body) const;

private:
    bool is_driven_through_tunnel() const;
    void learn_touches() const;

    bool has_runner_;
    virtual_phones phones_;

public:
    virtual_phone phone;
    thimble_system daemon;
};

} // namespace thimble::e2e
