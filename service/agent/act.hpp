// Act of an agent in a turn: an action on the phone, or something that touches nothing.
#pragma once

#include "link/action.hpp"

#include <chrono>
#include <string>
#include <variant>

namespace thimble::service::agent {

/// Look again after a while.
struct wait {
    std::chrono::milliseconds duration{1000};

    friend bool operator==(const wait&, const wait&) = default;
};

/// The session waits for the user's answer.
struct ask_user {
    std::string question;

    friend bool operator==(const ask_user&, const ask_user&) = default;
};

/// The agent says that it has come to an end. A claim of success is checked by a second look.
struct done {
    bool success = false;
    std::string summary;

    friend bool operator==(const done&, const done&) = default;
};

/// Text to be typed still has its `{{secret:name}}` in it.
using act = std::variant<link::action, wait, ask_user, done>;

/// The action on the phone, of this kind; nullptr where the act is another.
template <class Action>
const Action* find_action(const act& what)
{
    const auto* on_phone = std::get_if<link::action>(&what);
    return on_phone == nullptr ? nullptr : std::get_if<Action>(on_phone);
}

} // namespace thimble::service::agent
