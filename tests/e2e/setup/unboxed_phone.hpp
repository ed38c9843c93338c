// One virtual phone as somebody sets it up: a computer with images, the person, and the set-up's
// run.
#pragma once

#include "tests/e2e/setup/person.hpp"

#include <functional>
#include <memory>
#include <string>

namespace thimble::e2e {

struct unboxing {
    std::string phone; // "iPhone 15 Pro,fresh,ios=18.5"
    arguments more = {};
    bool plugged = true;       // when the set-up begins
    bool from_package = false; // the runner comes by `thimbled runner install`, not by Xcode
    bool step_by_step = false; // the person does nothing before its step is told
};

class unboxed_phone {
public:
    explicit unboxed_phone(const unboxing& what);

    /// Plays the person until the set-up ends. The exit code; -1: it goes on after the whole time.
    int play(const std::function<bool(const std::string& step)>& disturb = {}) const;

    std::string told() const { return run->process().output() + run->process().errors(); }

    image_folder images;
    signing_server server;
    household home;
    virtual_phones phones;
    virtual_phone phone;
    person owner;
    std::unique_ptr<set_up> run;
};

} // namespace thimble::e2e
