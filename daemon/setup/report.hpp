// The list of steps as it changes, for a person or a script.
#pragma once

#include "setup/checklist.hpp"

#include <map>
#include <ostream>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// Home thread. Writes to a stream that outlives it, a line or more for each change.
class setup_report {
public:
    setup_report(std::ostream& to, bool json) : to_(to), json_(json) {}

    /// Steps that have become done, and the one to be taken now where it is another one, or there
    /// is another reason for it.
    void show(const setup::checklist& list, const std::string& udid);

    /// The question of consent; a script is told that there is one.
    void ask(std::string_view what);

    /// A sentence beside the steps.
    void say(std::string_view what);

    /// The last word.
    void end(bool ready, std::string_view what, const std::string& udid);

private:
    struct shown {
        setup::step_state state = setup::step_state::waiting;
        std::string problem;
        std::string person;

        friend bool operator==(const shown&, const shown&) = default;
    };

    void show_for_person(const setup::step& what, const shown& before);
    void show_for_script(const setup::step& what, const std::string& udid);
    void write(std::string_view line);

    std::ostream& to_;
    bool json_;
    std::map<setup::step_code, shown> shown_;
};

} // namespace thimble::daemon
