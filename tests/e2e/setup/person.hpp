// A person who sets a virtual phone up, step by step, as thimbled setup asks for it.
#pragma once

#include "tests/e2e/developer_images.hpp"
#include "tests/e2e/household.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::e2e {

/// `thimbled setup --json` of one household, begun again as often as is wanted.
class set_up {
public:
    set_up(const virtual_phones& phones, const household& home, arguments more = {});

    void begin();
    void kill();

    /// The records of the run under way, oldest first.
    std::vector<nlohmann::json> records() const;

    /// The step that the person is told to take; empty: none.
    std::string current() const;

    /// The states that a step has had in this run, in order.
    std::vector<std::string> states_of(const std::string& step) const;

    program& process() { return *process_; }

private:
    const virtual_phones& phones_;
    const household& home_;
    arguments arguments_;
    std::unique_ptr<program> process_;
};

/// Arguments by which it finds images and has them signed.
arguments with_images(const image_folder& images, const signing_server& server);

/// The ways of one person.
struct habits {
    bool step_by_step = false; // else all that a runner's start needs is done at once
    std::function<void()> install_runner = {}; // empty: Xcode does it
};

/// Does what the step asks for, if that has not been done.
class person {
public:
    explicit person(virtual_phone phone, habits of = {})
        : phone_(std::move(phone)), habits_(std::move(of))
    {
    }

    void take(const std::string& step) const;

private:
    void turn_developer_mode_on() const;
    void trust_developer() const;
    void allow_automation() const;

    virtual_phone phone_;
    habits habits_;
};

} // namespace thimble::e2e
