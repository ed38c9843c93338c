// "Trust This Computer?", and what the person holding the phone answers.
#pragma once

#include "virtualphone/phone/phone.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace thimble::virtualphone {

enum class trust_answer : std::uint8_t { trusted, denied, pending, locked };

/// Home thread only; the phone outlives it.
class trust_dialog {
public:
    explicit trust_dialog(phone& device) : device_(device) {}

    /// Answer to a host that wants to pair now. With trust::ask it opens the dialog on the screen,
    /// once, and the answer is that of the button tapped there.
    trust_answer ask();

    /// phone.trust has changed: an open dialog is answered by it.
    void person_decided();

private:
    /// Shared with the alert's button, which may outlive the dialog.
    struct question {
        std::optional<trust_answer> answer;
    };

    void open();

    phone& device_;
    std::shared_ptr<question> asked_; // null while no dialog is open and none was answered
};

} // namespace thimble::virtualphone
