// Identity of this desktop at its service: the file that enrolment writes.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace thimble::daemon {

struct identity {
    std::string service;    // service_address::url()
    std::string desktop_id; // UUID
    std::string token;      // "td_…", a secret
    std::string name;       // of the desktop, for people; may be empty

    friend bool operator==(const identity&, const identity&) = default;
};

/// Where it is kept.
std::filesystem::path identity_file(const std::filesystem::path& state_dir);

/// Nothing before the first enrolment. Refuses a file that others may read or that makes no sense;
/// an error is a sentence with the file's name and nothing of its content.
std::expected<std::optional<identity>, std::string>
load_identity(const std::filesystem::path& state_dir);

/// Replaces the file in one step, mode 0600. The directory exists.
std::expected<void, std::string> store_identity(const std::filesystem::path& state_dir,
                                                const identity& who);

/// Form of a token: "td_" and 16 to 128 letters and digits.
bool is_desktop_token(std::string_view text);

} // namespace thimble::daemon
