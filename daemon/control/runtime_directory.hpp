// Runtime directory of a user's processes: locks of phones, control sockets.
#pragma once

#include "program/environment.hpp"

#include <expected>
#include <filesystem>
#include <string>
#include <utility>

namespace thimble::daemon {

/// A directory that belongs to this user and that nobody else can write in.
class runtime_directory {
public:
    /// $RUNTIME_DIRECTORY, else $XDG_RUNTIME_DIR/thimble, else /tmp/thimble-UID; the last two are
    /// made where they do not exist. An error is a sentence with the directory's name.
    static std::expected<runtime_directory, std::string>
    open(const service::environment& variables);

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    explicit runtime_directory(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

} // namespace thimble::daemon
