// A phone and a thimbled, for one of the ways in which it goes wrong.
#pragma once

#include "tests/e2e/developer_images.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::e2e {

/// The reason that a person is told for a phone that cannot be driven.
struct told_reason {
    std::string code;
    std::string text; // message and remedy

    bool says(std::string_view words) const { return text.contains(words); }
};

/// Tests fail from here as they do from a test itself.
class scene {
public:
    /// thimbled does not run yet.
    explicit scene(const std::string& description);

    /// thimbled, with these options and variables besides.
    void start(const arguments& more = {}, const environment& variables = {});

    /// Another thimbled of the same user, which has the phone from then on.
    void start_rival();

    /// Ends thimbled and waits.
    void end();

    // Each waits until it is so.
    void until_named() const;
    void until_ready() const;
    void until_reason(const std::string& code) const;
    void until_event(const std::string& kind) const; // of the phone's log
    void until_fact(const std::string& name, const nlohmann::json& value) const;
    void until_runner_lost() const;
    void until_tunnel() const;

    /// The cable is pulled, and thimbled has seen it; and plugged in again.
    void replug() const;

    /// The first blocker as REST tells it; nothing while there is none.
    std::optional<told_reason> reason() const;
    bool is_ready_again() const;

    void fault(const std::string& service,
               const nlohmann::json& more = nlohmann::json::object()) const;

    const virtual_phones& phones() const { return phones_; }
    const virtual_phone& phone() const { return phone_; }
    const household& home() const { return *home_; }

    image_folder images;
    std::optional<signing_server> server; // where a way needs one

private:
    virtual_phones phones_;
    virtual_phone phone_;
    std::shared_ptr<household> home_ = std::make_shared<household>();
    std::optional<thimble_system> rival_;
    std::optional<thimble_system> daemon_;
};

} // namespace thimble::e2e
