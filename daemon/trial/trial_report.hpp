// The file of a trial: it may stand in a bug report, so it holds no text, no picture and no name.
#pragma once

#include "daemon/control/control_answer.hpp"
#include "daemon/trial/answers.hpp"
#include "daemon/trial/trials.hpp"
#include "link/phone_state.hpp"

#include <chrono>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace thimble::daemon {

/// Error, receipt, times and numbers of one answer; nothing else that it holds, and no word that a
/// phone may have written.
nlohmann::ordered_json trial_step(std::string_view action, const control_answer& answer);

/// A time that a person and the phone took together.
nlohmann::ordered_json trial_time(std::string_view what,
                                  std::optional<std::chrono::milliseconds> taken);

/// Home thread. Written anew after each trial, so that what is known outlives an end by force.
class trial_report {
public:
    /// The file must not be there yet: the error is a sentence.
    static std::expected<trial_report, std::string> create(std::filesystem::path file);

    /// Model, versions and capabilities; neither UDID nor name. Nothing is added without it.
    void set_phone(const link::phone_state& phone);

    void add(const trial& what, nlohmann::ordered_json steps);
    void add_skipped(const trial& what);

    /// Of the one that was added last.
    void set_answer(word answer);

    /// The error is a sentence with the file's name.
    std::expected<void, std::string> write() const;

    /// True once something was tried.
    bool holds_a_try() const;

    /// The name is free for another one then.
    void remove() const;

    const std::filesystem::path& file() const { return file_; }

private:
    explicit trial_report(std::filesystem::path file);

    std::filesystem::path file_;
    nlohmann::ordered_json content_;
};

} // namespace thimble::daemon
