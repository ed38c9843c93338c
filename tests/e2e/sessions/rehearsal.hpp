// Doing a task on the twin of a phone, to learn how an agent would do it on the phone.
#pragma once

#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// Each act is done on the twin at once, and noted as a turn of an agent who has the phone itself.
/// A failure fails the test.
class rehearsal {
public:
    rehearsal(const thimble_system& by, const virtual_phone& twin);

    rehearsal& open(const std::string& app);

    /// At the middle of what has this label, and this type if one is named.
    rehearsal& tap(const std::string& label, const std::string& type = "");
    rehearsal& double_tap(pixel where);
    rehearsal& long_press(const std::string& label);

    /// Drags upwards until it can be touched.
    rehearsal& bring(const std::string& label);
    rehearsal& zoom_in();
    rehearsal& type(const std::string& text);

    /// A tool's use that is noted and not done.
    rehearsal& note(const std::string& tool, const nlohmann::json& arguments);

    /// Where it is; fails the test when it is not there.
    pixel middle_of(const std::string& label, const std::string& type = "") const;
    nlohmann::json element(const std::string& label, const std::string& type = "") const;

    const std::vector<nlohmann::json>& turns() const noexcept { return turns_; }

    /// The turns, and after them a claim of success.
    std::vector<nlohmann::json> to_the_end(const std::string& summary) const;

private:
    rehearsal&
    act(const std::string& tool, const std::string& action, const nlohmann::json& arguments);
    std::optional<nlohmann::json> find(const std::string& label, const std::string& type) const;
    bool can_touch(const std::string& label) const;

    const thimble_system& by_;
    virtual_phone twin_;
    std::string path_;
    int width_ = 0; // of the screenshot
    int height_ = 0;
    std::vector<nlohmann::json> turns_;
};

} // namespace thimble::e2e
