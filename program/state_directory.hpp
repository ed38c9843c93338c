// State directory of a program.
#pragma once

#include "program/environment.hpp"

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace thimble::service {

/// $STATE_DIRECTORY, else the user's state directory and in it `name`. An error where the
/// environment names neither.
std::expected<std::filesystem::path, std::string>
default_state_directory(std::string_view name, const environment& variables);

/// Makes the directory where it does not exist, and private. An error is a sentence: it cannot be
/// written, or is not ours.
std::expected<void, std::string> prepare_state_directory(const std::filesystem::path& where);

/// A directory of mode 0700 that this process alone uses: a lock says so as long as this lives.
class state_directory {
public:
    /// Prepares the directory and takes its lock; one more error is that another process has it.
    static std::expected<state_directory, std::string> open(const std::filesystem::path& where);

    state_directory(state_directory&& other) noexcept;
    state_directory& operator=(state_directory&&) = delete;
    ~state_directory();

    const std::filesystem::path& path() const noexcept { return path_; }

    /// The line in a private file of that name; `make()` is asked for one when there is none yet.
    std::expected<std::string, std::string> line(std::string_view file,
                                                 std::string (*make)()) const;

private:
    state_directory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

    std::filesystem::path path_;
    int lock_;
};

} // namespace thimble::service
